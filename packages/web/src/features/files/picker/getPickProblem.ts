import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { fileMessages, translateFileText } from "../../../entities/files/fileMessages.ts";

/**
 * Returns the reason why an uploaded file cannot be attached, or null if it can. A file that is still being processed
 * can be attached: sending waits for it.
 */
export function getPickProblem({ state, reason, isImage }: FileRecord, acceptsImages: boolean): string | null {
  if (state === "failed") return reason === null ? fileMessages.unreadable() : translateFileText(reason);
  if (state === "uploading") return t`Not uploaded completely`;
  if (isImage && !acceptsImages) return fileMessages.imagesNotSeen();
  return null;
}
