import { ContentItem } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { BlobMissing, type BlobStore } from "../../platform/blobStore/blobStore.ts";

/** What was taken from a document, without what only the file that it was first taken from has, as its name. */
const StoredContent = z.object({
  totalItems: z.number(),
  locationProperties: z._default(z.array(z.string()), []),
  content: z.array(ContentItem),
});
type DocumentContent = z.infer<typeof StoredContent>;

/** Beyond any document that is taken in: it would have to be held whole. */
const largestContentBytes = 128_000_000;
const largestPreviewBytes = 32_000_000;
const cachedBytes = 64_000_000;

/** Those read last, by store. What lies under a key of content never changes. */
const caches = new WeakMap<BlobStore, Map<string, { content: DocumentContent; bytes: number }>>();

/** The pieces of a document in reading order. Throws `notFound` where they are gone. */
export async function readContent({ blobs }: Pick<Platform, "blobs">, contentKey: string): Promise<DocumentContent> {
  const cache = caches.get(blobs) ?? new Map<string, { content: DocumentContent; bytes: number }>();
  caches.set(blobs, cache);
  const known = cache.get(contentKey);
  if (known) {
    cache.delete(contentKey);
    cache.set(contentKey, known); // the last one used stands last
    return known.content;
  }
  const bytes = await readWhole(blobs, contentKey, largestContentBytes);
  const content = z.parse(StoredContent, JSON.parse(bytes.toString("utf8")));
  cache.set(contentKey, { content, bytes: bytes.byteLength });
  forgetBeyond(cache, cachedBytes);
  return content;
}

/** The picture of a document as models are sent it. Throws `notFound` where it is gone. */
export async function readPreview({ blobs }: Pick<Platform, "blobs">, previewKey: string): Promise<Uint8Array> {
  return readWhole(blobs, previewKey, largestPreviewBytes);
}

function forgetBeyond(cache: Map<string, { bytes: number }>, mostBytes: number): void {
  let total = 0;
  for (const { bytes } of cache.values()) total += bytes;
  for (const [key, { bytes }] of cache) {
    if (total <= mostBytes) return;
    cache.delete(key);
    total -= bytes;
  }
}

async function readWhole(blobs: BlobStore, key: string, mostBytes: number): Promise<Buffer> {
  try {
    const { body, bytes } = await blobs.read(key);
    if (bytes > mostBytes) {
      body.destroy();
      throw new AppError("tooLarge", { userMessage: "This document is too large to be shown." });
    }
    return Buffer.concat(await body.toArray());
  } catch (error) {
    if (error instanceof BlobMissing) throw new AppError("notFound", { cause: error });
    throw error;
  }
}
