import { BlobStoreUnreachableError } from "../platform/blobStore/guardedBlobStore.ts";
import { isDatabaseUnreachable } from "../platform/db/isDatabaseUnreachable.ts";
import { sqlStateOf } from "../platform/db/queryError.ts";
import { isDiskFull } from "../platform/isDiskFull.ts";
import { AppError } from "./appError.ts";

export const diskFullMessage =
  "The server’s disk is full, so nothing can be stored. Please tell your administrator, and try again later.";
const queryCanceledState = "57014";

/**
 * Converts a failure of the database or the blob store that may be over when a person tries again. Returns null for
 * other errors.
 */
export function toStorageAppError(cause: unknown): AppError | null {
  if (isDiskFull(cause)) return new AppError("unavailable", { userMessage: diskFullMessage, cause });
  if (isDatabaseUnreachable(cause)) {
    const userMessage = "The database of this workspace can’t be reached. Please try again in a minute.";
    return new AppError("unavailable", { userMessage, cause });
  }
  if (cause instanceof BlobStoreUnreachableError) {
    const userMessage = "The file storage of this workspace can’t be reached. Please try again in a minute.";
    return new AppError("unavailable", { userMessage, cause });
  }
  if (sqlStateOf(cause) === queryCanceledState) {
    const userMessage = "This took too long and was stopped. Please try again later, or request less at once.";
    return new AppError("unavailable", { userMessage, headers: { "retry-after": "10" }, cause });
  }
  return null;
}
