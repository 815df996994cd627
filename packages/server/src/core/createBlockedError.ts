import type { Config } from "../config.ts";
import { AppError } from "./appError.ts";

/** Tells people whom an administrator has blocked what to do. */
export function createBlockedError({ supportEmail }: Pick<Config, "supportEmail">): AppError {
  const contact = supportEmail === null ? "" : ` at ${supportEmail}`;
  return new AppError("forbidden", {
    userMessage: `Your account has been blocked. Please contact the administrators of your institution${contact}.`,
  });
}
