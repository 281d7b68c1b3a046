// Getting a picture in: camera, file, paste, drop; made small enough to travel fast.
import { problem, t } from "./dom.js";

const LONGEST = 2048; // px; the reader works at less, and a phone's 12 megapixels take seconds
const HERE = ["localhost", "127.0.0.1", "[::1]"]; // no air to travel through: nothing to make small

/** Call `got(file)` for every picture that comes in by any way. */
export function intake({ take, choose, camera, file, drop, got }) {
  take.addEventListener("click", () => camera.click());
  choose.addEventListener("click", () => file.click());
  for (const input of [camera, file]) {
    const picked = () => {
      const [chosen] = input.files;
      input.value = "";
      if (chosen) got(chosen);
    };
    input.addEventListener("change", picked);
    if (input.files.length) queueMicrotask(picked); // chosen before this script had come
  }
  document.addEventListener("paste", (e) => {
    const item = [...(e.clipboardData?.items ?? [])].find((i) => i.type.startsWith("image/"));
    if (item) {
      e.preventDefault();
      got(item.getAsFile());
    }
  });
  document.addEventListener("dragover", (e) => {
    e.preventDefault();
    drop.classList.add("drophere");
  });
  document.addEventListener("dragleave", (e) => e.relatedTarget || drop.classList.remove("drophere"));
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    drop.classList.remove("drophere");
    const [dropped] = e.dataTransfer.files;
    if (dropped) got(dropped);
    else problem(t("photo.noFile")); // a link or a text: browsers hand over no picture with it
  });
}

/** The picture upright and at most 2048 px long, as JPEG; unchanged where the browser can't. */
export async function shrink(file) {
  if (HERE.includes(location.hostname) && /^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file; // a format this browser doesn't know: the server may, or says what is wrong
  }
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.type === "image/jpeg" && file.size < 3e6) {
    bitmap.close();
    return file;
  }
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}

/** An <img> of the blob, loaded. */
export async function show(blob, alt) {
  const image = new Image();
  image.alt = alt;
  image.src = URL.createObjectURL(blob);
  await image.decode();
  return image;
}
