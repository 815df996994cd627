import { AppError } from "./appError.ts";

/** Tells people whom an administrator has blocked what to do. */
export function createBlockedError(supportEmail: string | null): AppError {
  const contact = supportEmail === null ? "" : ` at ${supportEmail}`;
  return new AppError("forbidden", {
    userMessage: `Your account has been blocked. Please contact the administrators of your institution${contact}.`,
  });
}
