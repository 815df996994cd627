import { type ExtractionNote, fileTypeOf, maxExtractionNotes } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { BlobNotFoundError } from "../../../platform/blobStore/blobStore.ts";
import { DocumentReadError, type ReadDocument } from "../../../platform/documents/documentReader.ts";
import { isXfaError } from "../../../platform/documents/readFailures.ts";
import type { JobRun } from "../../../platform/jobs/jobs.ts";
import { listChunks } from "../../retrieval/service.ts";
import { publishFilesOfDocument } from "../publishFiles.ts";
import type { ActiveExtractions } from "./activeExtractions.ts";
import { anonymizeFileName, toJsonb } from "./extractDocument.ts";
import { hasSameContent } from "./hasSameContent.ts";
import { assertUnchanged, BytesChangedError } from "./processClaimedDocument.ts";
import { replaceExtraction } from "./replaceExtraction.ts";
import { beginRereading, finishRereading, type OutdatedDocument } from "./repository.ts";

/** A document keeps its old text after this many attempts, because it seems to end the process. */
const maxAttempts = 3;

/**
 * Creates the handler of the job that reads a document of an older reader again. The old text can be used until the new
 * one replaces it, and stays if it is the same or if the document cannot be read any more.
 */
export function createRereadHandler(platform: Platform, { lock }: ActiveExtractions): (job: JobRun) => Promise<void> {
  const { db, documents, blobs, log } = platform;

  const reread = async (document: OutdatedDocument, path: string, signal: AbortSignal) => {
    const { file } = document;
    await assertUnchanged(platform, file, path, signal);
    const read = await documents.read({
      path,
      name: anonymizeFileName(file.name),
      kind: fileTypeOf(file.name, file.type)?.kind ?? null,
      encoding: file.encoding,
      isBackground: true,
      signal,
      onProgress: () => undefined,
    });
    try {
      const isSameText = document.state === "ready" && (await hasSameChunks(document, read));
      if (isSameText && (await hasSameItems(document, read)))
        await finishRereading(db, document, { extractor: documents.version, notes: toJsonb(read.notes) });
      else await replaceExtraction(platform, document, read, { keepsChunks: isSameText, signal });
    } finally {
      await read.dispose();
    }
  };

  const hasSameItems = async ({ content_key }: OutdatedDocument, { text }: ReadDocument) =>
    content_key === null || text === null
      ? content_key === null && text === null
      : hasSameContent(blobs, content_key, text.contentPath);

  const hasSameChunks = async ({ id }: OutdatedDocument, { text }: ReadDocument) => {
    const oldChunks = await listChunks(db, id);
    let count = 0;
    for await (const batch of text?.chunks() ?? [])
      for (const { content, locations, originalIndexes } of batch) {
        const oldChunk = oldChunks[count++];
        if (oldChunk?.content !== content) return false;
        if (toComparable([locations, originalIndexes]) !== toComparable([oldChunk.locations, oldChunk.originalIndexes]))
          return false;
      }
    return count === oldChunks.length;
  };

  /** Keeps what the older reader has found, and says why. */
  const keep = async (document: OutdatedDocument, error: Error | null) => {
    const { version: extractor } = documents;
    const readError = error instanceof DocumentReadError ? error : null;
    if (document.state === "failed") {
      const failure = readError ? { reason: readError.userMessage, can_retry: readError.canRetry } : {};
      await finishRereading(db, document, { ...failure, extractor });
      return;
    }
    const codes = readError && isXfaError(readError) ? (["xfaForm", "notReread"] as const) : (["notReread"] as const);
    const added: ExtractionNote[] = codes.map((code) => ({ code }));
    const kept = document.notes.filter(({ code }) => !added.some((note) => note.code === code));
    const notes = [...added, ...kept].slice(0, maxExtractionNotes);
    await finishRereading(db, document, { extractor, notes: toJsonb(notes) });
  };

  return async (job) => {
    const document = await beginRereading(db, String(job.payload.documentId), documents.version);
    if (!document) return;
    if (document.attempts > maxAttempts) await keep(document, null);
    else {
      const endExtraction = await lock.acquire(document.attempts > 1 ? "alone" : "together", job.signal);
      try {
        await blobs.withLocalFile(document.file.blob_key, (path) => reread(document, path, job.signal));
      } catch (error) {
        if (job.signal.aborted || !isFinal(error, document.attempts)) throw error;
        log.info({ documentId: document.id, reason: error.message }, "a document keeps the text of an older reader");
        await keep(document, error);
      } finally {
        endExtraction();
      }
    }
    await publishFilesOfDocument(platform, document.id);
  };
}

/** A process that was too slow or ended may succeed the next time. */
function isFinal(error: unknown, attempts: number): error is Error {
  if (error instanceof DocumentReadError) return !error.canRetry || attempts >= maxAttempts;
  return error instanceof BlobNotFoundError || error instanceof BytesChangedError;
}

/** The database returns the properties of objects in another order. */
const toComparable = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
