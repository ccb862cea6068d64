// Whether a photo is too dark or blurred, from its pixels alone.
const SIDE = 512;
const DARK = 50; // mean brightness, 0 to 255; photos taken in a lit room are above 80
const SHARP = 35; // the strongest edges; sharp photos of tiles are above 90

/** Keys of the words to say about the photo on `canvas`. */
export function judge(canvas) {
  const scale = Math.min(1, SIDE / Math.max(canvas.width, canvas.height));
  const width = Math.max(3, Math.round(canvas.width * scale));
  const height = Math.max(3, Math.round(canvas.height * scale));
  const shrunk = Object.assign(document.createElement("canvas"), { width, height });
  const small = shrunk.getContext("2d");
  small.drawImage(canvas, 0, 0, width, height);
  const grey = toGrey(small.getImageData(0, 0, width, height).data);
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  if (mean < DARK) return ["quality.dark"];
  return strongEdge(grey, width, height) < SHARP ? ["quality.blurred"] : [];
}

function toGrey(rgba) {
  const grey = new Float32Array(rgba.length / 4);
  for (let i = 0; i < grey.length; i += 1) {
    grey[i] = 0.299 * rgba[4 * i] + 0.587 * rgba[4 * i + 1] + 0.114 * rgba[4 * i + 2];
  }
  return grey;
}

/** The second difference that only 1 in 200 pixels exceeds. */
function strongEdge(grey, width, height) {
  const edges = new Float32Array((width - 2) * (height - 2));
  let next = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      edges[next++] = Math.abs(4 * grey[at] - grey[at - 1] - grey[at + 1] - grey[at - width] - grey[at + width]);
    }
  }
  return edges.sort()[Math.floor(edges.length * 0.995)];
}
