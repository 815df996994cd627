import { createReadStream } from "node:fs";
import { extensionOf, fileTypeOf } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import type { ReadDocument } from "../../../platform/documents/documentReader.ts";
import { writeChunks } from "../../retrieval/service.ts";
import { getContentKey, getPreviewKey } from "./releaseDocument.ts";
import { type DocumentClaim, type ExtractionResult, markReady, type UploadedFile } from "./repository.ts";
import { ClaimEndedError, type ClaimHeartbeat } from "./startClaimHeartbeat.ts";

/** A safety limit far above the limits of the document reader. */
const maxContentBytes = 2 ** 30;
/** Reading the file accounts for this share of the progress, and writing the chunks for the rest. */
const readingProgressShare = 0.9;

/**
 * Reads the local file, stores the result and finally marks the document as ready. A partial result is never visible,
 * and the next attempt overwrites it. Throws `DocumentReadError`, `ClaimEndedError`, and
 * errors of the blob store and the database.
 */
export async function extractDocument(
  platform: Platform,
  heartbeat: ClaimHeartbeat,
  { file, claim, path }: { file: UploadedFile; claim: DocumentClaim; path: string },
): Promise<void> {
  const document = await platform.documents.read({
    path,
    name: anonymizeFileName(file.name),
    kind: fileTypeOf(file.name, file.type)?.kind ?? null,
    encoding: file.encoding,
    signal: heartbeat.signal,
    onProgress: (percent) => heartbeat.setProgress(percent * readingProgressShare),
  });
  try {
    await storeExtraction(platform, heartbeat, claim, document);
  } finally {
    await document.dispose();
  }
}

/** The result is shared by all files with the same bytes, so it must not contain the file name of one person. */
export function anonymizeFileName(name: string): string {
  const extension = extensionOf(name);
  return extension === "" ? "document" : `document.${extension}`;
}

/** Stores the text of a claimed document and marks it as ready. */
async function storeExtraction(
  platform: Platform,
  heartbeat: ClaimHeartbeat,
  claim: DocumentClaim,
  document: ReadDocument,
): Promise<void> {
  const { documentId } = claim;
  await heartbeat.assertHeld(); // the blobs of a released document are deleted, so none may be written
  const result = await storeBlobs(platform, documentId, document, heartbeat.signal);
  let batchCount = 0;
  await writeChunks(platform.db, documentId, document.text?.chunks() ?? generateNoChunks(), async () => {
    batchCount += 1;
    heartbeat.setProgress(100 - (1 - readingProgressShare) * 100 * 0.8 ** batchCount);
    heartbeat.signal.throwIfAborted();
  });
  await heartbeat.assertHeld();
  if (!(await markReady(platform.db, claim, result, platform.clock.now()))) throw new ClaimEndedError("lost");
}

/** Writes the text and the preview of a document to the blob store. Returns what its row says about them. */
export async function storeBlobs(
  platform: Platform,
  documentId: string,
  { kind, text, image, notes }: ReadDocument,
  signal: AbortSignal,
): Promise<ExtractionResult & { extractor: number; content_key: string | null }> {
  const contentKey = text ? getContentKey(documentId, platform.documents.version) : null;
  const previewKey = image ? getPreviewKey(documentId, image.previewType) : null;
  if (text && contentKey) await writeBlob(platform, signal, contentKey, text.contentPath, "application/json");
  if (image && previewKey) await writeBlob(platform, signal, previewKey, image.previewPath, image.previewType);
  return {
    kind,
    content_key: contentKey,
    preview_key: previewKey,
    total_items: text?.totalItems ?? null,
    total_tokens: text?.totalTokens ?? null,
    image_tokens: image ? toJsonb(image.tokens) : null,
    width: image?.width ?? null,
    height: image?.height ?? null,
    language: text?.language ?? null,
    location_properties: toJsonb(text?.locationProperties ?? []),
    props: toJsonb(text?.props ?? {}),
    extractor: platform.documents.version,
    notes: toJsonb(notes),
  };
}

async function writeBlob({ blobs }: Platform, signal: AbortSignal, key: string, path: string, type: string) {
  await blobs.write(key, createReadStream(path), { type, maxBytes: maxContentBytes, signal });
}

/** Serializes for a jsonb column, which rejects NUL characters and lone surrogates. Documents can contain both. */
export function toJsonb(value: object): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === "string" ? part.replaceAll("\0", "").toWellFormed() : part,
  );
}

export async function* generateNoChunks(): AsyncGenerator<never> {}
