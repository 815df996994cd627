import { fileTypeOf, normalizeFileName, normalizeMediaType, validateFileName } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

export interface UploadRules {
  /** True if uploading is turned on for this person. */
  isEnabled: boolean;
  uploadMaxBytes: number;
}

/** Throws an error with a message to the person if a file of this name, size and group may not be uploaded. Pure. */
export function assertUploadable(
  file: { name: string; size?: number | undefined; groupId?: string | null | undefined },
  { isEnabled, uploadMaxBytes }: UploadRules,
): void {
  if (!isEnabled) throw new AppError("forbidden", { userMessage: "Uploading documents is turned off here." });
  if (file.groupId) {
    throw new AppError("forbidden", { userMessage: "This group does not exist, or you are not a member." });
  }
  const problem = validateFileName(normalizeFileName(file.name));
  if (problem !== null) throw new AppError("invalidInput", { userMessage: problem });
  if (file.size !== undefined && file.size > uploadMaxBytes) throw fileTooLarge(uploadMaxBytes);
}

export function fileTooLarge(uploadMaxBytes: number): AppError {
  return new AppError("tooLarge", {
    userMessage: `This file is too large. A file can have at most ${formatMegabytes(uploadMaxBytes)}.`,
  });
}

/**
 * Throws `tooLarge` if another `newBytes` would exceed a person's storage. `storedBytes`: what their files take
 * already.
 */
export function assertStorageAvailable(storedBytes: number, newBytes: number, storagePerPersonBytes: number): void {
  const freeBytes = storagePerPersonBytes - storedBytes;
  if (freeBytes > 0 && newBytes <= freeBytes) return;
  const free = freeBytes < 1_000_000 ? "less than 1 MB" : formatMegabytes(freeBytes);
  throw new AppError("tooLarge", {
    userMessage: `There is not enough space for this file: ${free} of your ${formatMegabytes(storagePerPersonBytes)} is free. Please delete some files.`,
  });
}

const formatMegabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000).toLocaleString("en-US")} MB`;

const mediaTypePattern = /^[\w.+-]+\/[\w.+-]+$/;
const fallbackMediaType = "application/octet-stream";

/** The media type that an upload must be sent with: the declared one if it is valid. */
export function normalizeUploadMediaType(type: string | undefined): string {
  const normalized = normalizeMediaType(type ?? "");
  return mediaTypePattern.test(normalized) ? normalized : fallbackMediaType;
}

/** The media type to store for a file: the declared one if it is a known type, otherwise one derived from the name. */
export function getStoredMediaType(name: string, type: string): string {
  const declared = normalizeUploadMediaType(type);
  if (fileTypeOf("", declared)) return declared;
  return fileTypeOf(name)?.mediaTypes[0] ?? declared;
}

const systemTagPrefix = "amplify:";

/** Removes duplicate tags and system tags, which people cannot set. */
export function toUserTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].filter((tag) => !tag.toLowerCase().startsWith(systemTagPrefix));
}
