import { saveFile } from "../saveFile.ts";
import type { SanitizedSvg } from "./sanitizeSvg.ts";

/** A saved picture is at least so long on its longer side, and at most. Pixels. */
const leastPx = 1_600;
const mostPx = 8_000;

/** Saves a picture, on white ground: it is mostly put into documents. Rejects where the browser cannot make it. */
export async function savePicture(picture: SanitizedSvg, type: "svg" | "png", name: string): Promise<void> {
  const onPaper = withWhiteBackground(picture);
  if (type === "svg") return saveFile(new Blob([onPaper], { type: "image/svg+xml" }), `${name}.svg`);
  saveFile(await rasterize(onPaper, picture), `${name}.png`);
}

/** The first tag ends where the first `>` is: in what sanitizeSvg writes, none stands in an attribute. */
function withWhiteBackground({ svg, x, y, width, height }: SanitizedSvg): string {
  const end = svg.indexOf(">") + 1;
  return `${svg.slice(0, end)}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#ffffff"/>${svg.slice(end)}`;
}

async function rasterize(svg: string, { width, height }: SanitizedSvg): Promise<Blob> {
  const longest = Math.max(width, height);
  const scale = Math.min(Math.max(2, leastPx / longest), mostPx / longest);
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("no picture");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
