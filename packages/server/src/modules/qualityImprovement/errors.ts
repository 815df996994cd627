import { AppError } from "../../core/appError.ts";

export const createSubmissionNotFoundError = () =>
  new AppError("notFound", { userMessage: "This submission no longer exists." });
