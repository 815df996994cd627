import { createHash } from "node:crypto";
import { abortable } from "./abortable.ts";
import { BlobTooLarge, type BlobWritten, type WriteOptions } from "./blobStore.ts";

/** Passes the chunks on while it counts and hashes them; `written()` tells once they have all passed. Throws as `BlobStore.write` does. */
export function countedBytes(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: Pick<WriteOptions, "maxBytes" | "signal">,
): { chunks: AsyncGenerator<Uint8Array>; written: () => BlobWritten } {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of abortable(body, signal)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: chunks(), written: () => ({ bytes, sha256: hash.digest("hex") }) };
}
