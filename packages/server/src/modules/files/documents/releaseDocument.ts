import type { Platform } from "../../../core/context.ts";
import { deleteReleasedDocument, markReleased } from "./repository.ts";

/**
 * The blob keys of a document's extracted content and preview. Write these blobs only while the document's row exists
 * and is not released.
 */
export const getContentKey = (documentId: string) => `global/${documentId}.content.json`;
export const getPreviewKey = (documentId: string, type: "image/jpeg" | "image/png") =>
  `global/${documentId}.preview.${type === "image/png" ? "png" : "jpg"}`;

/**
 * Call this after deleting a file of the document. Deletes the document and its blobs unless a file still references
 * the document. If a process is extracting the document, that process releases it afterwards. `resumeUnfinishedFiles`
 * completes an interrupted release.
 */
export async function releaseDocument(
  platform: Pick<Platform, "db" | "blobs" | "clock">,
  documentId: string | null,
): Promise<void> {
  if (documentId === null || !(await markReleased(platform.db, documentId, platform.clock.now()))) return;
  await finishRelease(platform, documentId);
}

/** Deletes the blobs and the row of a document that is marked as released. */
export async function finishRelease(platform: Pick<Platform, "db" | "blobs">, documentId: string): Promise<void> {
  await platform.blobs.remove([
    getContentKey(documentId),
    getPreviewKey(documentId, "image/jpeg"),
    getPreviewKey(documentId, "image/png"),
  ]);
  await deleteReleasedDocument(platform.db, documentId);
}
