import type { Readable } from "node:stream";
import type { FileKind } from "@lectern/contract";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { documentLimits } from "../documentLimits.ts";
import {
  createDamagedError,
  createEncryptedError,
  createTooLargeError,
  createUnsupportedError,
  createZipBombError,
} from "../readFailures.ts";

/** A zip archive whose declared sizes are within the limits. */
export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Returns null if the entry does not exist. */
  readEntry(name: string): Promise<Buffer | null>;
  /** Throws if the entry does not exist. */
  openEntry(name: string): Promise<Readable>;
  close(): void;
}

export interface ArchiveLimits {
  /** Of the inflated size of all entries. */
  inflatedBytes: number;
  /** Of the ratio of the inflated size of all entries to the size of the file, if it is above `smallBytes`. */
  totalRatio: number;
}

const archiveLimits = documentLimits.archive;
const defaultLimits: ArchiveLimits = {
  inflatedBytes: archiveLimits.inflatedBytes,
  totalRatio: Number.POSITIVE_INFINITY,
};

/**
 * Opens a zip archive and validates its directory: the number of entries, and their sizes, compression ratios and
 * paths. Reading an entry fails if its inflated size differs from the declared size. Throws `DocumentReadError`, or
 * yauzl's error for a damaged archive.
 */
export async function openArchive(path: string, limits: ArchiveLimits = defaultLimits): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: false }).catch(
    (error: unknown): never => {
      throw createDamagedError(error);
    },
  );
  const entries = await readCheckedEntries(zip, limits).catch((error: unknown): never => {
    zip.close();
    throw error;
  });
  const openStream = async (entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry);
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async readEntry(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      const parts: Buffer[] = [];
      for await (const part of await openStream(entry)) parts.push(part);
      return Buffer.concat(parts);
    },
    async openEntry(name) {
      const entry = entries.get(name);
      if (!entry) throw createDamagedError(new Error(`no ${name}`));
      return openStream(entry);
    },
    close: () => zip.close(),
  };
}

async function readCheckedEntries(
  zip: ZipFile,
  { inflatedBytes, totalRatio }: ArchiveLimits,
): Promise<Map<string, Entry>> {
  if (zip.entryCount > archiveLimits.entries) throw createTooManyEntriesError();
  const entries = new Map<string, Entry>();
  let totalInflatedSize = 0;
  for await (const entry of zip.eachEntry()) {
    totalInflatedSize += entry.uncompressedSize;
    const isBomb =
      entry.uncompressedSize > archiveLimits.smallBytes &&
      entry.uncompressedSize > entry.compressedSize * archiveLimits.ratio;
    if (isBomb) throw createZipBombError();
    if (entry.uncompressedSize > archiveLimits.entryBytes)
      throw createTooLargeError(`${archiveLimits.entryBytes / 1_000_000} MB for each file inside the document`);
    if (totalInflatedSize > inflatedBytes) throw createTooLargeError(`${inflatedBytes / 1_000_000} MB after unpacking`);
    if (entries.size >= archiveLimits.entries) throw createTooManyEntriesError();
    if (isTraversal(entry.fileName) || entries.has(entry.fileName))
      throw createDamagedError(new Error("invalid or duplicate names in the archive"));
    if (entry.isEncrypted()) throw createEncryptedError();
    entries.set(entry.fileName, entry);
  }
  if (totalInflatedSize > archiveLimits.smallBytes && totalInflatedSize > zip.fileSize * totalRatio)
    throw createZipBombError();
  return entries;
}

const createTooManyEntriesError = () =>
  createTooLargeError(`${archiveLimits.entries.toLocaleString("en")} pictures and other files inside the document`);

/**
 * Returns true for an absolute path, or one that leaves the target folder. We never write entries to disk, but no
 * office program uses such names, so the archive is suspicious.
 */
function isTraversal(name: string): boolean {
  return /^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)/.test(name);
}

/**
 * Inflates every entry and discards the result, before a library inflates the entries into memory. Throws
 * `DocumentReadError`, the signal's reason, or yauzl's error if an entry does not have its declared size.
 */
export async function checkArchive(
  path: string,
  { limits, signal }: { limits?: ArchiveLimits; signal?: AbortSignal } = {},
): Promise<void> {
  const archive = await openArchive(path, limits);
  try {
    for (const name of archive.names) {
      if (name.endsWith("/")) continue;
      // yauzl fails the stream as soon as it exceeds the declared size.
      for await (const _ of await archive.openEntry(name)) signal?.throwIfAborted();
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
    const mediaType = (await archive.readEntry("mimetype"))?.subarray(0, 200).toString("latin1").trim();
    if (mediaType === "application/epub+zip") return "epub";
    const openDocumentType = mediaType?.match(
      /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/,
    )?.[1];
    if (openDocumentType === "text") return "openText";
    if (openDocumentType === "spreadsheet") return "openSheet";
    if (openDocumentType === "presentation") return "openSlides";
    const contentTypesXml = (await archive.readEntry("[Content_Types].xml"))?.toString("utf8") ?? "";
    if (/wordprocessingml\.(document|template)\.main|ms-word\.\w+\.macroEnabled/.test(contentTypesXml)) return "word";
    if (
      /presentationml\.(presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled/.test(contentTypesXml)
    )
      return "slides";
    if (/spreadsheetml\.(sheet|template)\.main|ms-excel\.(sheet|template)\.macroEnabled/.test(contentTypesXml))
      return "sheet";
    if (findEpubContainer(archive) !== null) return "epub";
  } finally {
    archive.close();
  }
  throw createUnsupportedError();
}
