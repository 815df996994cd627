import type { Platform } from "../../../core/context.ts";
import { extractionVersion } from "../../../platform/documents/extractionVersion.ts";
import { deleteReleasedDocument, markReleased } from "./repository.ts";

/**
 * The blob keys of a document's extracted content and preview. Write these blobs only while the document's row exists
 * and is not released.
 */
export const getContentKey = (documentId: string, readerVersion: number) =>
  `global/${documentId}.${readerVersion}.content.json`;
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
    ...listPossibleContentKeys(documentId),
    getPreviewKey(documentId, "image/jpeg"),
    getPreviewKey(documentId, "image/png"),
  ]);
  await deleteReleasedDocument(platform.db, documentId);
}

/** The keys of the contents of all readers: rows do not name those of extractions that were interrupted or have failed. */
function listPossibleContentKeys(documentId: string): string[] {
  const versions = Array.from({ length: extractionVersion }, (_, index) => index + 1);
  // Readers before the eighth had no version in the key.
  return [`global/${documentId}.content.json`, ...versions.map((version) => getContentKey(documentId, version))];
}
