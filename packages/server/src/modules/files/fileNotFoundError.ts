import { AppError } from "../../core/appError.ts";

/** The same error for a missing file and for one that belongs to somebody else. */
export const fileNotFoundError = () =>
  new AppError("notFound", { userMessage: "This file does not exist, or you do not have access to it." });
