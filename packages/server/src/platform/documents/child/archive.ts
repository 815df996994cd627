import type { Readable } from "node:stream";
import type { FileKind } from "@lectern/contract";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { documentLimits } from "../documentLimits.ts";
import { damagedError, encryptedError, unsupportedError, zipBombError } from "../readFailures.ts";

/** A zip archive whose declared sizes are within the limits. */
export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Returns null if the entry does not exist. */
  bytes(name: string): Promise<Buffer | null>;
  /** Throws if the entry does not exist. */
  stream(name: string): Promise<Readable>;
  close(): void;
}

const limits = documentLimits.archive;

/**
 * Opens a zip archive and validates its directory: the number of entries, and their sizes, compression ratios and
 * paths. Reading an entry fails if its inflated size differs from the declared size. Throws `DocumentReadError`, or
 * yauzl's error for a damaged archive.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: false }).catch(
    (error: unknown): never => {
      throw damagedError(error);
    },
  );
  const entries = await readCheckedEntries(zip).catch((error: unknown): never => {
    zip.close();
    throw error;
  });
  const stream = async (entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry);
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async bytes(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      const parts: Buffer[] = [];
      for await (const part of await stream(entry)) parts.push(part);
      return Buffer.concat(parts);
    },
    async stream(name) {
      const entry = entries.get(name);
      if (!entry) throw damagedError(new Error(`no ${name}`));
      return stream(entry);
    },
    close: () => zip.close(),
  };
}

async function readCheckedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw zipBombError();
  const entries = new Map<string, Entry>();
  let inflatedSize = 0;
  for await (const entry of zip.eachEntry()) {
    inflatedSize += entry.uncompressedSize;
    const isBomb =
      entry.uncompressedSize > limits.smallBytes && entry.uncompressedSize > entry.compressedSize * limits.ratio;
    if (isBomb || entry.uncompressedSize > limits.entryBytes || inflatedSize > limits.inflatedBytes)
      throw zipBombError();
    if (entries.size >= limits.entries) throw zipBombError();
    if (isTraversal(entry.fileName) || entries.has(entry.fileName))
      throw damagedError(new Error("invalid or duplicate names in the archive"));
    if (entry.isEncrypted()) throw encryptedError();
    entries.set(entry.fileName, entry);
  }
  return entries;
}

/**
 * Returns true for an absolute path, or one that leaves the target folder. We never write entries to disk, but no
 * office program uses such names, so the archive is suspicious.
 */
function isTraversal(name: string): boolean {
  return /^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)/.test(name);
}

/**
 * Inflates every entry and discards the result, before a library inflates the entries into memory. Throws
 * `DocumentReadError`, or yauzl's error if an entry does not have its declared size.
 */
export async function checkArchive(path: string): Promise<void> {
  const archive = await openArchive(path);
  try {
    for (const name of archive.names) {
      if (name.endsWith("/")) continue;
      // yauzl fails the stream as soon as it exceeds the declared size.
      for await (const _ of await archive.stream(name));
    }
  } finally {
    archive.close();
  }
}

/**
 * Returns the path of an e-book's `container.xml`, which some tools pack inside a top-level folder. Null if the archive
 * is not an e-book.
 */
export function findEpubContainer(archive: Archive): string | null {
  return archive.names.find((name) => /^([^/]+\/)?META-INF\/container\.xml$/.test(name)) ?? null;
}

/**
 * Detects the document format of a zip archive by the parts that the format requires. Throws `DocumentReadError` if the
 * format is unknown, and the errors of `openArchive`.
 */
export async function detectArchiveKind(path: string): Promise<FileKind> {
  const archive = await openArchive(path);
  try {
    const mediaType = (await archive.bytes("mimetype"))?.subarray(0, 200).toString("latin1").trim();
    if (mediaType === "application/epub+zip") return "epub";
    const openDocument = mediaType?.match(
      /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/,
    )?.[1];
    if (openDocument === "text") return "openText";
    if (openDocument === "spreadsheet") return "openSheet";
    if (openDocument === "presentation") return "openSlides";
    const types = (await archive.bytes("[Content_Types].xml"))?.toString("utf8") ?? "";
    if (/wordprocessingml\.(document|template)\.main|ms-word\.\w+\.macroEnabled/.test(types)) return "word";
    if (/presentationml\.(presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled/.test(types))
      return "slides";
    if (/spreadsheetml\.(sheet|template)\.main/.test(types)) return "sheet";
    if (findEpubContainer(archive) !== null) return "epub";
  } finally {
    archive.close();
  }
  throw unsupportedError();
}
