import { AppError } from "../../core/appError.ts";

/** The same for a file that is not there and for one that is somebody else's. */
export const noSuchFile = () =>
  new AppError("notFound", { userMessage: "There is no such file, or you may not see it." });
