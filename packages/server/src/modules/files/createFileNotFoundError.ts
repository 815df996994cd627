import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import { visibleTo } from "../access/service.ts";
import { findFile } from "./repository.ts";

/** Creates the same error for a missing file and for another person's, so that the caller cannot tell them apart. */
export const createFileNotFoundError = () =>
  new AppError("notFound", { userMessage: "This file doesn’t exist, or you don’t have access to it." });

/** Explains why the actor may not change a file: `forbidden` if the actor may read it, otherwise `notFound`. */
export async function toDeniedFileError({ db, actor }: Pick<Context, "db" | "actor">, key: string): Promise<AppError> {
  const isReadable = (await findFile(db, visibleTo(actor, "file", "read"), key)) !== undefined;
  if (!isReadable) return createFileNotFoundError();
  return new AppError("forbidden", { userMessage: "You can read this file, but not change it." });
}
