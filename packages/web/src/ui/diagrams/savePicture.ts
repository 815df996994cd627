import { saveFile } from "../saveFile.ts";
import type { SanitizedSvg } from "./sanitizeSvg.ts";

/** The limits of the longer side of a saved PNG, in px. */
const minPngSidePx = 1_600;
const maxPngSidePx = 8_000;

/**
 * Saves a picture on a white background, because most pictures end up in documents. Rejects if the browser cannot
 * create the PNG.
 */
export async function savePicture(picture: SanitizedSvg, type: "svg" | "png", name: string): Promise<void> {
  const svg = withWhiteBackground(picture);
  if (type === "svg") return saveFile(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
  saveFile(await rasterize(svg, picture), `${name}.png`);
}

/**
 * Inserts a white background after the root tag. `sanitizeSvg` escapes `>` in attributes, so the first `>` ends that
 * tag.
 */
function withWhiteBackground({ svg, x, y, width, height }: SanitizedSvg): string {
  const end = svg.indexOf(">") + 1;
  return `${svg.slice(0, end)}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#ffffff"/>${svg.slice(end)}`;
}

async function rasterize(svg: string, { width, height }: SanitizedSvg): Promise<Blob> {
  const longerSide = Math.max(width, height);
  const scale = Math.min(Math.max(2, minPngSidePx / longerSide), maxPngSidePx / longerSide);
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("The browser provides no 2D canvas");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("The canvas could not be encoded as PNG");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
