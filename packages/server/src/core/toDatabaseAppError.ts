import { isDatabaseUnreachable } from "../platform/db/isDatabaseUnreachable.ts";
import { sqlStateOf } from "../platform/db/queryError.ts";
import { AppError } from "./appError.ts";

const queryCanceledState = "57014";

/** Converts a failure of the database that may be over when a person tries again. Returns null for other errors. */
export function toDatabaseAppError(cause: unknown): AppError | null {
  if (isDatabaseUnreachable(cause)) {
    const userMessage = "The database of this workspace cannot be reached. Please try again in a minute.";
    return new AppError("unavailable", { userMessage, cause });
  }
  if (sqlStateOf(cause) === queryCanceledState) {
    const userMessage = "This took too long and was stopped. Please try again later, or request less at once.";
    return new AppError("unavailable", { userMessage, headers: { "retry-after": "10" }, cause });
  }
  return null;
}
