import { type FileRecord, fileTexts } from "@lectern/contract";

/** Why a file of one's own cannot be attached; null: it can. One that is still being read can: the message waits for it. */
export function refusePick({ state, reason, isImage }: FileRecord, acceptsImages: boolean): string | null {
  if (state === "failed") return reason ?? "The document could not be read.";
  if (state === "uploading") return "Its upload is not complete.";
  if (isImage && !acceptsImages) return fileTexts.imagesNotSeen;
  return null;
}
