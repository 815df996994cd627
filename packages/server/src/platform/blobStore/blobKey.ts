const segmentPattern = /^[A-Za-z0-9_@-][A-Za-z0-9._@-]{0,199}$/;
const maxKeyLength = 600;

/**
 * Throws RangeError if `key` is invalid. The server generates all keys, so an invalid one is a bug. Keys become file
 * paths, so an invalid key is rejected instead of sanitized.
 */
export function assertBlobKey(key: string): void {
  if (key.length > maxKeyLength || !key.split("/").every((part) => segmentPattern.test(part))) {
    throw new RangeError("invalid blob key");
  }
}
