import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import type { BlobStore } from "../../platform/blobStore/blobStore.ts";

/** A conversion request as stored in the blob store for the job. */
const StoredRequest = z.object({
  title: z.string(),
  pieces: z.array(z.object({ kind: z.enum(["name", "user", "assistant"]), markdown: z.string() })),
});
export type StoredRequest = z.infer<typeof StoredRequest>;

const maxRequestBytes = 50_000_000;

export async function writeStoredRequest(blobs: BlobStore, key: string, request: StoredRequest): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(request));
  await blobs.write(key, Readable.from([bytes]), { type: "application/json", maxBytes: maxRequestBytes });
}

/** Reads a stored request. Throws `BlobNotFoundError` if it is gone. */
export async function readStoredRequest(blobs: BlobStore, key: string): Promise<StoredRequest> {
  const { body } = await blobs.read(key);
  return z.parse(StoredRequest, JSON.parse(await text(body)));
}
