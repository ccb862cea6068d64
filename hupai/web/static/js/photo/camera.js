// The live camera, where the browser allows it.

/** Why there can be no live camera here: a key of the words, or null. */
export function whyNot() {
  if (!window.isSecureContext || !navigator.mediaDevices) return "start.noLive";
  return null;
}

export const open = () =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
  });

export const hasTorch = (stream) => Boolean(stream.getVideoTracks()[0].getCapabilities?.().torch);

export const setTorch = (stream, on) =>
  stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: on }] });

export const close = (stream) => stream.getTracks().forEach((track) => track.stop());

/** The picture that the video shows now, as a file. */
export async function shoot(video) {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d").drawImage(video, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.95));
  return new File([blob], "camera.jpg", { type: "image/jpeg" });
}
