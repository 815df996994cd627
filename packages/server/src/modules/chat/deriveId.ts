import { createHash } from "node:crypto";

/** An id in the form of a UUID for a part of a request: the same request sent twice names its parts alike. */
export function deriveId(requestId: string, part: string): string {
  const hex = createHash("sha256").update(`${requestId}\n${part}`).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
