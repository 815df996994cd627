import { createHash } from "node:crypto";

/** Derives an id in the form of a UUID from texts without line breaks, so that a repeated request gets the same id. */
export function deriveId(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
