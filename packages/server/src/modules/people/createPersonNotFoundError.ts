import { AppError } from "../../core/appError.ts";

/** For an id that nobody has, or that belongs to an erased person. */
export const createPersonNotFoundError = () => new AppError("notFound", { userMessage: "This person doesn’t exist." });
