import type { Platform } from "../../../core/context.ts";
import { deleteReleased, markReleased } from "./repository.ts";

/** The blobs extracted from a document. They are written only while its row exists and is not released. */
export const contentKeyOf = (documentId: string) => `global/${documentId}.content.json`;
export const previewKeyOf = (documentId: string, type: "image/jpeg" | "image/png") =>
  `global/${documentId}.preview.${type === "image/png" ? "png" : "jpg"}`;

/**
 * Call after deleting a file of this document. Deletes the document and its blobs unless another file references it. If
 * a process is extracting it, that process releases it afterwards. `resumeUnfinishedFiles` completes an interrupted
 * release.
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
    contentKeyOf(documentId),
    previewKeyOf(documentId, "image/jpeg"),
    previewKeyOf(documentId, "image/png"),
  ]);
  await deleteReleased(platform.db, documentId);
}
