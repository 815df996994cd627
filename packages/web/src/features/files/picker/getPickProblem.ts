import { type FileRecord, fileTexts } from "@lectern/contract";

/**
 * Returns the reason why an uploaded file cannot be attached, or null if it can. A file that is still being processed
 * can be attached: sending waits for it.
 */
export function getPickProblem({ state, reason, isImage }: FileRecord, acceptsImages: boolean): string | null {
  if (state === "failed") return reason ?? "The document could not be read.";
  if (state === "uploading") return "Its upload is not complete.";
  if (isImage && !acceptsImages) return fileTexts.imagesNotSeen;
  return null;
}
