import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { outputFileNames } from "../outputFileNames.ts";
import { createDamagedError, createTooLargeError } from "../readFailures.ts";
import { estimateImageTokens } from "./image/estimateImageTokens.ts";
import { readImageSize } from "./image/readImageSize.ts";
import { createOcrEngine } from "./ocr.ts";

const { pixels: maxPixels, previewSide } = documentLimits.image;
const jpegQuality = 85;

/** Reads an image: its size, and its text if OCR is enabled. Writes a preview for models. */
export const readImage: FormatReader = async (input, items) => {
  const bytes = await input.loadBytes();
  const declaredSize = readImageSize(bytes);
  // Check the size before decoding: a few kilobytes can decode to gigabytes.
  if (declaredSize === null) throw createDamagedError(new Error("no size in the header"));
  if (declaredSize.width * declaredSize.height > maxPixels)
    throw createTooLargeError(`${maxPixels / 1_000_000} million pixels per image`);
  const { loadImage, createCanvas } = await import("@napi-rs/canvas");
  const image = await loadImage(bytes);
  const { width, height } = image;
  if (!(width > 0 && height > 0) || width * height > maxPixels)
    throw createDamagedError(new Error("decoded to another size"));
  input.onProgress(30);
  const scale = Math.min(1, previewSide / Math.max(width, height));
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const isTransparent =
    declaredSize.canBeTransparent && hasTransparentPixel(context.getImageData(0, 0, canvas.width, canvas.height).data);
  const preview = isTransparent ? await canvas.encode("png") : await canvas.encode("jpeg", jpegQuality);
  await writeFile(join(input.folder, outputFileNames.preview), preview, { mode: 0o600 });
  input.onProgress(50);
  if (input.ocrLanguages !== null) {
    const fullCanvas = createCanvas(width, height);
    const fullContext = fullCanvas.getContext("2d");
    fullContext.fillStyle = "white";
    fullContext.fillRect(0, 0, width, height);
    fullContext.drawImage(image, 0, 0);
    const engine = await createOcrEngine(input.ocrLanguages);
    try {
      for (const [index, text] of (await engine.recognize(await fullCanvas.encode("png"))).entries())
        items.add(text, { paragraph: index + 1 });
    } finally {
      await engine.close();
    }
  }
  return {
    props: { width, height },
    image: {
      width,
      height,
      previewType: isTransparent ? "image/png" : "image/jpeg",
      tokens: estimateImageTokens(canvas.width, canvas.height),
    },
  };
};

/** True if any pixel is visibly transparent. `data` is RGBA. */
function hasTransparentPixel(data: Uint8ClampedArray): boolean {
  for (let alphaIndex = 3; alphaIndex < data.length; alphaIndex += 4) if ((data[alphaIndex] ?? 255) < 250) return true;
  return false;
}
