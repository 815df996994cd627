import type { FileRecord } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import { createFileNotFoundError } from "./createFileNotFoundError.ts";
import { getReadScope } from "./getReadScope.ts";
import { type DocumentContent, loadDocumentContent } from "./loadDocumentContent.ts";
import { presentFile } from "./present.ts";
import { findFile } from "./repository.ts";

/**
 * Loads the content of a file that the caller may read, see `getReadScope`; null for an image without recognized text. Throws `notFound`,
 * and `conflict` while the content is being extracted or if that failed.
 */
export async function loadReadyContent(
  ctx: Context,
  { key, assistantId }: { key: string; assistantId?: string | undefined },
): Promise<{ file: FileRecord; content: DocumentContent | null }> {
  const row = await findFile(ctx.db, getReadScope(ctx.actor, assistantId), key);
  if (!row) throw createFileNotFoundError();
  const file = presentFile(row);
  if (file.state !== "ready") {
    const userMessage = file.reason ?? "This document is still being processed. Please try again in a moment.";
    throw new AppError("conflict", { userMessage });
  }
  if (row.content_key !== null)
    return { file, content: await loadDocumentContent(ctx, row.content_key, row.extractor) };
  if (!file.isImage) throw createFileNotFoundError();
  return { file, content: null };
}
