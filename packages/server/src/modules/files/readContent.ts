import { setImmediate as othersTurn } from "node:timers/promises";
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

interface Cached {
  content: Promise<DocumentContent>;
  /** As it is stored; 0 while it is being read. */
  bytes: number;
}

/** Those read last, by store, key and version of the reader: a newer one writes what it takes in the place of the older's. */
const caches = new WeakMap<BlobStore, Map<string, Cached>>();

/**
 * The pieces of a document in reading order; whoever asks for the same at the same time shares one reading. Throws `notFound` where
 * they are gone.
 */
export async function readContent(
  { blobs }: Pick<Platform, "blobs">,
  contentKey: string,
  extractor: number | null,
): Promise<DocumentContent> {
  const cache = caches.get(blobs) ?? new Map<string, Cached>();
  caches.set(blobs, cache);
  const name = `${extractor} ${contentKey}`;
  const known = cache.get(name);
  if (known) {
    cache.delete(name);
    cache.set(name, known); // the last one used stands last
    return known.content;
  }
  const reading: Cached = { content: readStored(blobs, contentKey, (bytes) => (reading.bytes = bytes)), bytes: 0 };
  cache.set(name, reading);
  try {
    const content = await reading.content;
    forgetBeyond(cache, cachedBytes);
    return content;
  } catch (error) {
    if (cache.get(name) === reading) cache.delete(name);
    throw error;
  }
}

/** The picture of a document as models are sent it. Throws `notFound` where it is gone. */
export async function readPreview({ blobs }: Pick<Platform, "blobs">, previewKey: string): Promise<Uint8Array> {
  return readWhole(blobs, previewKey, largestPreviewBytes);
}

async function readStored(
  blobs: BlobStore,
  contentKey: string,
  hasBytes: (bytes: number) => void,
): Promise<DocumentContent> {
  const bytes = await readWhole(blobs, contentKey, largestContentBytes);
  const content = await parseContent(bytes);
  hasBytes(bytes.byteLength);
  return content;
}

/** Of a parse; then others have their turn. */
const sliceMs = 10;

/**
 * Parses what the reader wrote: the head with the first item, then an item a line. A large document is some 100,000 of them, which takes
 * seconds: others are served meanwhile.
 */
async function parseContent(bytes: Buffer): Promise<DocumentContent> {
  const end = bytes.indexOf(lineFeed);
  if (end < 0) return z.parse(StoredContent, JSON.parse(bytes.toString("utf8")));
  const head = z.parse(StoredContent, JSON.parse(`${withoutComma(bytes.toString("utf8", 0, end))}]}`));
  const content = [...head.content];
  let since = performance.now();
  for (let from = end + 1; from < bytes.length; ) {
    const next = bytes.indexOf(lineFeed, from);
    const line = bytes.toString("utf8", from, next < 0 ? bytes.length : next);
    from = next < 0 ? bytes.length : next + 1;
    content.push(z.parse(ContentItem, JSON.parse(next < 0 ? withoutEnd(line) : withoutComma(line))));
    if (performance.now() - since < sliceMs) continue;
    await othersTurn();
    since = performance.now();
  }
  return { ...head, content };
}

const lineFeed = 0x0a;
const withoutComma = (line: string) => line.replace(/,$/, "");

function withoutEnd(line: string): string {
  if (!line.endsWith("]}")) throw new Error("the text of a document ends in the middle");
  return line.slice(0, -2);
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
