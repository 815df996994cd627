import { AppError } from "../../core/appError.ts";

/** One that is not there and one of somebody else are the same to the caller. */
export function conversationNotFound(fields: Record<string, unknown> = {}): AppError {
  return new AppError("notFound", {
    userMessage: "There is no such conversation here: it has been removed, or it is not yours.",
    fields,
  });
}
