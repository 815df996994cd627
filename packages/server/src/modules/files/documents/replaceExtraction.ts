import type { Platform } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import type { ReadDocument } from "../../../platform/documents/documentReader.ts";
import { adoptChunks, continueEmbedding, writeChunks } from "../../retrieval/service.ts";
import { generateNoChunks, storeBlobs } from "./extractDocument.ts";
import { deleteReleasedDocument, findDocument, keepDraft, type OutdatedDocument, replaceText } from "./repository.ts";

class DraftGoneError extends Error {}

/**
 * Replaces the text of a document that has been read again. The new chunks are written beside the old ones, which can be
 * used until one transaction replaces them. Chunks with the same text keep their vectors, which cost money.
 * `keepsChunks`: the chunks are the same. Does nothing if the document has been deleted or changed in the meantime.
 */
export async function replaceExtraction(
  platform: Platform,
  document: OutdatedDocument,
  read: ReadDocument,
  { keepsChunks, signal }: { keepsChunks: boolean; signal: AbortSignal },
): Promise<void> {
  const { db, clock } = platform;
  const refreshDraft = () => keepDraft(db, document, clock.now());
  const draftId = keepsChunks ? null : await refreshDraft();
  if (draftId !== null)
    await writeChunks(db, draftId, read.text?.chunks() ?? generateNoChunks(), async () => {
      signal.throwIfAborted();
      await refreshDraft();
    });
  const result = await storeBlobs(platform, document.id, read, signal);
  const isReplaced = await transaction(db, async (tx) => {
    if (!(await replaceText(tx, document, result, clock.now()))) return false;
    if (draftId !== null && !(await adoptChunks(tx, document.id, draftId))) throw new DraftGoneError();
    return true;
  });
  if (draftId !== null) await deleteReleasedDocument(db, draftId);
  if (isReplaced) await continueEmbedding(platform, document.id);
  else await removeUnusedBlobs(platform, document.id, [result.content_key, result.preview_key]);
}

/** Whoever has deleted the document may have done so before its blobs were written. */
async function removeUnusedBlobs(
  platform: Platform,
  documentId: string,
  keys: readonly (string | null | undefined)[],
): Promise<void> {
  const document = await findDocument(platform.db, documentId);
  if (!document || document.is_released) await platform.blobs.remove(keys.filter((key) => typeof key === "string"));
}
