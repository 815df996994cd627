import { AppError } from "../../core/appError.ts";

/** The conversation has another revision than the caller has read. */
export const createChangedElsewhereError = (): AppError =>
  new AppError("conflict", { userMessage: "The chat was changed on another device." });
