import { createHash } from "node:crypto";
import { abortable } from "./abortable.ts";
import { BlobTooLargeError, type BlobWriteResult, type WriteOptions } from "./blobStore.ts";

/**
 * Counts and hashes the chunks of `body` while `chunks` yields them. Call `getResult` after the last chunk. `chunks`
 * throws the same errors as `BlobStore.write`.
 */
export function measureBytes(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: Pick<WriteOptions, "maxBytes" | "signal">,
): { chunks: AsyncGenerator<Uint8Array>; getResult: () => BlobWriteResult } {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of abortable(body, signal)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new BlobTooLargeError(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: chunks(), getResult: () => ({ bytes, sha256: hash.digest("hex") }) };
}
