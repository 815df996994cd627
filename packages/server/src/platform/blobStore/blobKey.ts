const segment = /^[A-Za-z0-9_@-][A-Za-z0-9._@-]{0,199}$/;
const longestKey = 600;

/**
 * Throws for what is no key. Keys are made by the server, so a bad one is a fault of ours: it is refused and never mended, since a
 * key that is a path of a disk must not lead anywhere else.
 */
export function assertBlobKey(key: string): void {
  if (key.length > longestKey || !key.split("/").every((part) => segment.test(part))) {
    throw new RangeError("not a key of a blob");
  }
}
