import { AppError } from "../../core/appError.ts";

/** Creates the same error for a missing file and for another person's, so that the caller cannot tell them apart. */
export const createFileNotFoundError = () =>
  new AppError("notFound", { userMessage: "This file does not exist, or you do not have access to it." });
