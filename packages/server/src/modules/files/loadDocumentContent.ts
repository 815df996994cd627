import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { ContentItem } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { BlobNotFoundError, type BlobStore } from "../../platform/blobStore/blobStore.ts";
import { documentLimits } from "../../platform/documents/documentLimits.ts";

/** The content extracted from a document, without properties of a single file such as its name. */
const DocumentContent = z.object({
  totalItems: z.number(),
  locationProperties: z._default(z.array(z.string()), []),
  content: z.array(ContentItem),
});
export type DocumentContent = z.infer<typeof DocumentContent>;

const maxPreviewBytes = 32_000_000;
const maxCachedBytes = 64_000_000;

interface CacheEntry {
  content: Promise<DocumentContent>;
  /** Stored size; 0 while the content is loading. */
  bytes: number;
}

/**
 * The most recently used contents, by reader version and blob key. The version is needed because a newer reader
 * overwrites the content under the same blob key.
 */
const getContentCache = defineServerState(() => new Map<string, CacheEntry>());

/**
 * Loads the content of a document. Concurrent calls share one read. Throws `notFound` if the content is gone, and
 * `tooLarge` if it exceeds `documentLimits.contentBytes`, which only documents of an earlier version do.
 */
export async function loadDocumentContent(
  platform: Pick<Platform, "blobs" | "state">,
  contentKey: string,
  readerVersion: number | null,
): Promise<DocumentContent> {
  const { blobs } = platform;
  const cache = getContentCache(platform);
  const cacheKey = `${readerVersion} ${contentKey}`;
  const cachedEntry = cache.get(cacheKey);
  if (cachedEntry) {
    cache.delete(cacheKey);
    cache.set(cacheKey, cachedEntry); // moves the entry to the end, because it is now the most recently used
    return cachedEntry.content;
  }
  const newEntry: CacheEntry = {
    content: readContent(blobs, contentKey, (bytes) => (newEntry.bytes = bytes)),
    bytes: 0,
  };
  cache.set(cacheKey, newEntry);
  try {
    const content = await newEntry.content;
    evictLeastRecentlyUsed(cache, maxCachedBytes);
    return content;
  } catch (error) {
    if (cache.get(cacheKey) === newEntry) cache.delete(cacheKey);
    throw error;
  }
}

/** Loads the preview image of a document, which the server sends to models. Throws `notFound` if it is gone. */
export async function loadPreview({ blobs }: Pick<Platform, "blobs">, previewKey: string): Promise<Uint8Array> {
  return readBlob(blobs, previewKey, maxPreviewBytes);
}

async function readContent(
  blobs: BlobStore,
  contentKey: string,
  onSize: (bytes: number) => void,
): Promise<DocumentContent> {
  const bytes = await readBlob(blobs, contentKey, documentLimits.contentBytes);
  const content = await parseContent(bytes);
  onSize(bytes.byteLength);
  return content;
}

/** How long parsing may block the event loop at a time. */
const maxBlockingMs = 10;

/**
 * Parses the reader's format: the properties and the first item in one line, then one item per line. Parsing a large
 * document of about 100,000 items takes seconds, so this yields to the event loop.
 */
async function parseContent(bytes: Buffer): Promise<DocumentContent> {
  const firstLineEnd = bytes.indexOf(lineFeed);
  if (firstLineEnd < 0) return z.parse(DocumentContent, JSON.parse(bytes.toString("utf8")));
  const firstPart = z.parse(DocumentContent, JSON.parse(`${stripComma(bytes.toString("utf8", 0, firstLineEnd))}]}`));
  const content = [...firstPart.content];
  let lastYieldAt = performance.now();
  for (let lineStart = firstLineEnd + 1; lineStart < bytes.length; ) {
    const lineEnd = bytes.indexOf(lineFeed, lineStart);
    const line = bytes.toString("utf8", lineStart, lineEnd < 0 ? bytes.length : lineEnd);
    lineStart = lineEnd < 0 ? bytes.length : lineEnd + 1;
    content.push(z.parse(ContentItem, JSON.parse(lineEnd < 0 ? stripArrayEnd(line) : stripComma(line))));
    if (performance.now() - lastYieldAt < maxBlockingMs) continue;
    await yieldToEventLoop();
    lastYieldAt = performance.now();
  }
  return { ...firstPart, content };
}

const lineFeed = 0x0a;
const stripComma = (line: string) => line.replace(/,$/, "");

function stripArrayEnd(line: string): string {
  if (!line.endsWith("]}")) throw new Error("the content of a document is truncated");
  return line.slice(0, -2);
}

function evictLeastRecentlyUsed(cache: Map<string, { bytes: number }>, maxBytes: number): void {
  let totalBytes = 0;
  for (const { bytes } of cache.values()) totalBytes += bytes;
  for (const [key, { bytes }] of cache) {
    if (totalBytes <= maxBytes) return;
    cache.delete(key);
    totalBytes -= bytes;
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
