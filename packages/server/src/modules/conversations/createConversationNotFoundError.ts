import { AppError } from "../../core/appError.ts";

/**
 * Creates the same error for a missing conversation and for another person's, so that the caller cannot tell them
 * apart.
 */
export function createConversationNotFoundError(fields: Record<string, unknown> = {}): AppError {
  return new AppError("notFound", {
    userMessage: "There is no such chat. It was deleted, or it belongs to someone else.",
    fields,
  });
}
