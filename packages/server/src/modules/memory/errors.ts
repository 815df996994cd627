import { AppError } from "../../core/appError.ts";

export const createMemoryNotFoundError = () =>
  new AppError("notFound", { userMessage: "This memory no longer exists." });

export const createProjectNotFoundError = () =>
  new AppError("notFound", { userMessage: "This project no longer exists." });

export const createEmailNotFoundError = () =>
  new AppError("notFound", { userMessage: "Memories about a person need that person’s own email address." });
