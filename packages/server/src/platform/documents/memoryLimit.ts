const mebibyte = 1_048_576;
/** Needed for documents of any size: the libraries, a tokenizer and one page. Measured with real documents: 360 MiB. */
const baseBytes = 448 * mebibyte;
/** Recognizing the text of an image needs this much more. */
const ocrBytes = 512 * mebibyte;
/** Deflate, which most formats use, compresses to a thousandth at most. Compressing twice reaches a millionth. */
const bytesPerFileByte = 1_000;

/** Returns the memory limit for reading a file of `size` bytes: proportional to the size, and at most `maxBytes`. */
export function getMemoryLimit(size: number, { usesOcr, maxBytes }: { usesOcr: boolean; maxBytes: number }): number {
  return Math.min(maxBytes, baseBytes + (usesOcr ? ocrBytes : 0) + size * bytesPerFileByte);
}
