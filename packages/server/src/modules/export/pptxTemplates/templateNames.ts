import { AppError } from "../../../core/appError.ts";
import type { Context } from "../../../core/context.ts";
import { listFolderTemplates } from "../exportTemplates.ts";
import { mediaTypes } from "../mediaTypes.ts";
import { findTemplate } from "./repository.ts";

/** Throws `invalidInput` for the name of a file that is no presentation. */
export function assertPptxName(name: string): void {
  if (!/^[^/\\\p{Cc}]+\.pptx$/iu.test(name)) throw createFileTypeError();
}

/** Throws `invalidInput` unless it is the media type of presentations. Browsers that do not know it send none. */
export function assertPptxMediaType(type: string): void {
  if (!["", "application/octet-stream", mediaTypes.pptx].includes(type.toLowerCase())) throw createFileTypeError();
}

const createFileTypeError = () =>
  new AppError("invalidInput", {
    userMessage: "This file type is not supported. Please upload a file of type: pptx",
  });

/** Throws `conflict` if a template has the name in any case, also if it is a file on the server. */
export async function assertUniqueName(ctx: Pick<Context, "db" | "config" | "log">, name: string): Promise<void> {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
  const folderTemplates = await listFolderTemplates(ctx);
  if (folderTemplates.some((template) => isSame(template.name)) || (await findTemplate(ctx.db, name))) {
    throw createNameTakenError();
  }
}

export const createNameTakenError = () =>
  new AppError("conflict", {
    userMessage: "PowerPoint template names must be unique. Please rename your file and try again.",
  });

export const createTemplateNotFoundError = () =>
  new AppError("notFound", { userMessage: "This template no longer exists. Choose another one." });
