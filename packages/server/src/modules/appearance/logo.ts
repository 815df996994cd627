/**
 * Returns the media type of a picture by its content; null if it is not one that a logo can have. What a file is called or
 * says of itself does not count. An SVG may contain scripts and references: it is only shown as an image, which runs and
 * loads nothing, and is sent with a policy that forbids both.
 */
export function detectLogoType(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "image/png";
  if (buffer.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "image/jpeg";
  if (buffer.toString("latin1", 0, 4) === "RIFF" && buffer.toString("latin1", 8, 12) === "WEBP") return "image/webp";
  return isSvg(buffer.toString("utf8")) ? "image/svg+xml" : null;
}

/** True if the document starts with the element `svg`, after what may stand before it. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\uFEFF/, "").trimStart();
  for (;;) {
    const prologue = /^(<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(\[[^\]]*\]\s*)?>)\s*/i.exec(rest);
    if (!prologue) return /^<svg[\s>]/.test(rest);
    rest = rest.slice(prologue[0].length);
  }
}

/** Reads a data URL with base64. Returns null if it is none or not a picture that a logo can have. */
export function parseLogo(dataUrl: string): { type: string; bytes: Buffer } | null {
  const [, base64] = /^data:[^,;]*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, "base64");
  const type = detectLogoType(bytes);
  return type === null ? null : { type, bytes };
}
