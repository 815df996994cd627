import type { Platform } from "../../../core/context.ts";
import { deleteReleased, markReleased } from "./repository.ts";

/** Blobs of what is taken from a document. They are written only while its row is there and not released. */
export const contentKeyOf = (documentId: string) => `global/${documentId}.content.json`;
export const previewKeyOf = (documentId: string, type: "image/jpeg" | "image/png") =>
  `global/${documentId}.preview.${type === "image/png" ? "png" : "jpg"}`;

/**
 * After a file of this document was deleted: removes what was taken from it, unless another file has it. While it is being read, whoever
 * reads it removes it. Cut off in the middle, it is finished by `resumeUnfinished`.
 */
export async function releaseDocument(
  platform: Pick<Platform, "db" | "blobs" | "clock">,
  documentId: string | null,
): Promise<void> {
  if (documentId === null || !(await markReleased(platform.db, documentId, platform.clock.now()))) return;
  await finishRelease(platform, documentId);
}

/** The second half: of a document that is marked as released. */
export async function finishRelease(platform: Pick<Platform, "db" | "blobs">, documentId: string): Promise<void> {
  await platform.blobs.remove([
    contentKeyOf(documentId),
    previewKeyOf(documentId, "image/jpeg"),
    previewKeyOf(documentId, "image/png"),
  ]);
  await deleteReleased(platform.db, documentId);
}
