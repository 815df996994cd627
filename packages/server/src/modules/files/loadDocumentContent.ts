import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { ContentItem } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { BlobNotFoundError, type BlobStore } from "../../platform/blobStore/blobStore.ts";

/** The content extracted from a document, without properties of a single file such as its name. */
const StoredContent = z.object({
  totalItems: z.number(),
  locationProperties: z._default(z.array(z.string()), []),
  content: z.array(ContentItem),
});
type DocumentContent = z.infer<typeof StoredContent>;

/** Above the size of any accepted document. The content is loaded into memory as a whole. */
const maxContentBytes = 128_000_000;
const maxPreviewBytes = 32_000_000;
const maxCachedBytes = 64_000_000;

interface CacheEntry {
  content: Promise<DocumentContent>;
  /** Stored size; 0 while the content is loading. */
  bytes: number;
}

/**
 * The most recently used contents by key and reader version. The version matters because a newer reader overwrites the
 * content under the same key.
 */
const contentCache = defineServerState(() => new Map<string, CacheEntry>());

/** Loads the content of a document. Concurrent calls share one read. Throws `notFound` if the content is gone. */
export async function loadDocumentContent(
  platform: Pick<Platform, "blobs" | "state">,
  contentKey: string,
  extractor: number | null,
): Promise<DocumentContent> {
  const { blobs } = platform;
  const cache = contentCache(platform);
  const name = `${extractor} ${contentKey}`;
  const cached = cache.get(name);
  if (cached) {
    cache.delete(name);
    cache.set(name, cached); // moves it to the end, as the most recently used
    return cached.content;
  }
  const entry: CacheEntry = { content: readStored(blobs, contentKey, (bytes) => (entry.bytes = bytes)), bytes: 0 };
  cache.set(name, entry);
  try {
    const content = await entry.content;
    evictBeyond(cache, maxCachedBytes);
    return content;
  } catch (error) {
    if (cache.get(name) === entry) cache.delete(name);
    throw error;
  }
}

/** Loads the preview image of a document, which is what models receive. Throws `notFound` if it is gone. */
export async function loadPreview({ blobs }: Pick<Platform, "blobs">, previewKey: string): Promise<Uint8Array> {
  return readBlob(blobs, previewKey, maxPreviewBytes);
}

async function readStored(
  blobs: BlobStore,
  contentKey: string,
  onSize: (bytes: number) => void,
): Promise<DocumentContent> {
  const bytes = await readBlob(blobs, contentKey, maxContentBytes);
  const content = await parseContent(bytes);
  onSize(bytes.byteLength);
  return content;
}

/** How long parsing may block the event loop. */
const maxBlockingMs = 10;

/**
 * Parses the reader's format: the head with the first item, then one item per line. A large document has about 100,000
 * items, which take seconds to parse, so this yields to the event loop.
 */
async function parseContent(bytes: Buffer): Promise<DocumentContent> {
  const end = bytes.indexOf(lineFeed);
  if (end < 0) return z.parse(StoredContent, JSON.parse(bytes.toString("utf8")));
  const head = z.parse(StoredContent, JSON.parse(`${stripComma(bytes.toString("utf8", 0, end))}]}`));
  const content = [...head.content];
  let since = performance.now();
  for (let from = end + 1; from < bytes.length; ) {
    const next = bytes.indexOf(lineFeed, from);
    const line = bytes.toString("utf8", from, next < 0 ? bytes.length : next);
    from = next < 0 ? bytes.length : next + 1;
    content.push(z.parse(ContentItem, JSON.parse(next < 0 ? stripArrayEnd(line) : stripComma(line))));
    if (performance.now() - since < maxBlockingMs) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
  return { ...head, content };
}

const lineFeed = 0x0a;
const stripComma = (line: string) => line.replace(/,$/, "");

function stripArrayEnd(line: string): string {
  if (!line.endsWith("]}")) throw new Error("the content of a document is truncated");
  return line.slice(0, -2);
}

function evictBeyond(cache: Map<string, { bytes: number }>, maxBytes: number): void {
  let total = 0;
  for (const { bytes } of cache.values()) total += bytes;
  for (const [key, { bytes }] of cache) {
    if (total <= maxBytes) return;
    cache.delete(key);
    total -= bytes;
  }
}

async function readBlob(blobs: BlobStore, key: string, maxBytes: number): Promise<Buffer> {
  try {
    const { body, bytes } = await blobs.read(key);
    if (bytes > maxBytes) {
      body.destroy();
      throw new AppError("tooLarge", { userMessage: "This document is too large to display." });
    }
    return Buffer.concat(await body.toArray());
  } catch (error) {
    if (error instanceof BlobNotFoundError) throw new AppError("notFound", { cause: error });
    throw error;
  }
}
