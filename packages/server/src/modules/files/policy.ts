import { cleanFileName, fileTypeOf, plainMediaType, refuseFileName } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

export interface UploadRules {
  /** The feature is on for this person. */
  isOn: boolean;
  uploadMaxBytes: number;
}

/** Throws where a file of this name, size and group may not be uploaded, with the text that its person reads. Pure. */
export function assertUploadable(
  file: { name: string; size?: number | undefined; groupId?: string | null | undefined },
  { isOn, uploadMaxBytes }: UploadRules,
): void {
  if (!isOn) throw new AppError("forbidden", { userMessage: "Uploading documents is switched off here." });
  if (file.groupId) {
    throw new AppError("forbidden", { userMessage: "You are not a member of that group, or there is no such group." });
  }
  const refusal = refuseFileName(cleanFileName(file.name));
  if (refusal !== null) throw new AppError("invalidInput", { userMessage: refusal });
  if (file.size !== undefined && file.size > uploadMaxBytes) throw fileTooLarge(uploadMaxBytes);
}

export function fileTooLarge(uploadMaxBytes: number): AppError {
  return new AppError("tooLarge", {
    userMessage: `This file is too large. A file may have at most ${megabytes(uploadMaxBytes)}.`,
  });
}

/** Throws where `more` bytes do not fit into what a person may keep. `stored`: what is there already, in bytes. */
export function assertRoom(stored: number, more: number, storagePerPersonBytes: number): void {
  const left = storagePerPersonBytes - stored;
  if (left > 0 && more <= left) return;
  throw new AppError("tooLarge", {
    userMessage: `There is no room for this file: your files may take ${megabytes(storagePerPersonBytes)} together, and ${left < 1_000_000 ? "less than 1 MB is" : `${megabytes(left)} are`} left. Please delete files that you no longer need.`,
  });
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000).toLocaleString("en-US")} MB`;

const mediaType = /^[\w.+-]+\/[\w.+-]+$/;
const anyBytes = "application/octet-stream";

/** The media type that an upload is bound to: what was said, where it is one. */
export function sentMediaType(type: string | undefined): string {
  const plain = plainMediaType(type ?? "");
  return mediaType.test(plain) ? plain : anyBytes;
}

/** The media type that a file is kept as: what was said where that is known, else what its name tells. */
export function keptMediaType(name: string, type: string): string {
  const sent = sentMediaType(type);
  if (fileTypeOf("", sent)) return sent;
  return fileTypeOf(name)?.mediaTypes[0] ?? sent;
}

const systemTagPrefix = "amplify:";

/** The tags as they are kept: those of the system, which nobody sets, and repeated ones are dropped. */
export function ownTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].filter((tag) => !tag.toLowerCase().startsWith(systemTagPrefix));
}
