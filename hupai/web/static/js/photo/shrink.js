// A photo as it is sent: upright, and no larger than the detector can use.
const LONGEST_SIDE = 2048;
const QUALITY = 0.92;

/** {blob, url, width, height, name, notes}; a file that the browser cannot open is sent as it is. */
export async function shrink(file, judge) {
  const name = file.name || "photo.jpg";
  let image;
  try {
    image = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return { blob: file, url: null, width: 0, height: 0, name, notes: [] };
  }
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  const notes = judge(canvas);
  return { blob, url: URL.createObjectURL(blob), width: canvas.width, height: canvas.height, name, notes };
}
