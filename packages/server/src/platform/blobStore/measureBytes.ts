import { createHash } from "node:crypto";
import { BlobTooLargeError, type BlobWriteResult, type WriteOptions } from "./blobStore.ts";
import { yieldUntilAborted } from "./yieldUntilAborted.ts";

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
  async function* yieldChunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of yieldUntilAborted(body, signal)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new BlobTooLargeError(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: yieldChunks(), getResult: () => ({ bytes, sha256: hash.digest("hex") }) };
}
