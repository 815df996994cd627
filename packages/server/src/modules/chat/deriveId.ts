import { createHash } from "node:crypto";

/** Derives an id in the form of a UUID for a part of a request. A repeated request gets the same ids. */
export function deriveId(requestId: string, part: string): string {
  const hex = createHash("sha256").update(`${requestId}\n${part}`).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
