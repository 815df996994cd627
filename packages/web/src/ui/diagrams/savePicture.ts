import { saveFile } from "../saveFile.ts";
import type { CleanSvg } from "./cleanSvg.ts";

/** A saved picture is at least so long on its longer side, and at most. Pixels. */
const leastPx = 1_600;
const mostPx = 8_000;

/** Saves a picture, on white ground: it is mostly put into documents. Rejects where the browser cannot make it. */
export async function savePicture(picture: CleanSvg, type: "svg" | "png", name: string): Promise<void> {
  const onPaper = withGround(picture.svg);
  if (type === "svg") return saveFile(new Blob([onPaper], { type: "image/svg+xml" }), `${name}.svg`);
  saveFile(await pixelsOf(onPaper, picture), `${name}.png`);
}

function withGround(svg: string): string {
  const document = new DOMParser().parseFromString(svg, "image/svg+xml");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const [x = "0", y = "0"] = (document.documentElement.getAttribute("viewBox") ?? "").split(/[\s,]+/);
  for (const [name, value] of Object.entries({ x, y, width: "100%", height: "100%", fill: "#ffffff" })) {
    ground.setAttribute(name, value);
  }
  document.documentElement.prepend(ground);
  return new XMLSerializer().serializeToString(document);
}

async function pixelsOf(svg: string, { width, height }: CleanSvg): Promise<Blob> {
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
