import { fileTypeOf, normalizeFileName, normalizeMediaType, validateFileName } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

export interface UploadRules {
  uploadMaxBytes: number;
  uploadExtensions: readonly string[] | null;
}

/** Throws `forbidden`, `invalidInput` or `tooLarge` if a person may not upload a file with these properties. Pure. */
export function assertUploadable(
  file: { name: string; size?: number | undefined },
  { uploadMaxBytes, uploadExtensions }: UploadRules,
): void {
  const problem = validateFileName(normalizeFileName(file.name), { allowedExtensions: uploadExtensions });
  if (problem !== null) throw new AppError("invalidInput", { userMessage: problem });
  if (file.size !== undefined && file.size > uploadMaxBytes) throw createFileTooLargeError(uploadMaxBytes);
}

export function createFileTooLargeError(uploadMaxBytes: number): AppError {
  return new AppError("tooLarge", {
    userMessage: `This file is too large. A file can be at most ${formatMegabytes(uploadMaxBytes)}.`,
  });
}

/** What an owner has stored. */
export interface UsedStorage {
  bytes: number;
  isOfGroup: boolean;
}

export interface StorageLimits {
  storagePerPersonBytes: number;
  storagePerGroupBytes: number;
}

/** Throws `tooLarge` if the person or group that stores this much has no space left or not enough for `newBytes`. */
export function assertStorageAvailable(
  { bytes, isOfGroup }: UsedStorage,
  newBytes: number,
  limits: StorageLimits,
): void {
  const maxBytes = isOfGroup ? limits.storagePerGroupBytes : limits.storagePerPersonBytes;
  const freeBytes = maxBytes - bytes;
  if (freeBytes > 0 && newBytes <= freeBytes) return;
  const freeText = freeBytes < 1_000_000 ? "less than 1 MB" : formatMegabytes(freeBytes);
  const whose = isOfGroup ? "the group’s" : "your";
  const what = isOfGroup ? "some files" : "some files, or chats with files from Python";
  throw new AppError("tooLarge", {
    userMessage: `There isn’t enough space for this file: ${freeText} of ${whose} ${formatMegabytes(maxBytes)} is free. Please delete ${what}.`,
  });
}

const formatMegabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000).toLocaleString("en-US")} MB`;

const mediaTypePattern = /^[\w.+-]+\/[\w.+-]+$/;
const fallbackMediaType = "application/octet-stream";

/** Returns the media type with which an upload must be sent: the declared one if it is valid, else a generic one. */
export function normalizeUploadMediaType(type: string | undefined): string {
  const normalized = normalizeMediaType(type ?? "");
  return mediaTypePattern.test(normalized) ? normalized : fallbackMediaType;
}

/** Returns the media type to store: the declared one, unless it is unknown or wrong and the file's name indicates another. */
export function getStoredMediaType(name: string, type: string): string {
  const declaredType = normalizeUploadMediaType(type);
  const declared = fileTypeOf("", declaredType);
  const named = fileTypeOf(name);
  // Windows declares CSV files as Excel.
  const isMisdeclared = declaredType === "application/vnd.ms-excel" && named !== null && named !== declared;
  return declared && !isMisdeclared ? declaredType : (named?.mediaTypes[0] ?? declaredType);
}

const systemTagPrefix = "amplify:";

/** Removes system tags, which people cannot set, and duplicates. */
export function toUserTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].filter((tag) => !tag.toLowerCase().startsWith(systemTagPrefix));
}
