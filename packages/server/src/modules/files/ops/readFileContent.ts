import { readFileContent } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { loadDocumentContent } from "../loadDocumentContent.ts";
import { presentFile } from "../present.ts";
import { findFile } from "../repository.ts";

export const readFileContentHandler = implement(readFileContent, async (ctx, { key, from, count }) => {
  const row = await findFile(ctx.db, visibleTo(ctx.actor, "file", "read"), key);
  if (!row) throw createFileNotFoundError();
  const { name, type, state, reason, isImage } = presentFile(row);
  if (state !== "ready") {
    const userMessage = reason ?? "This document is still being processed. Please try again in a moment.";
    throw new AppError("conflict", { userMessage });
  }
  // An image without recognized text has no content.
  if (row.content_key === null) {
    if (!isImage) throw createFileNotFoundError();
    return { name, type, totalItems: 0, locationProperties: [], from, items: [] };
  }
  const { content, totalItems, locationProperties } = await loadDocumentContent(ctx, row.content_key, row.extractor);
  return { name, type, totalItems, locationProperties, from, items: content.slice(from, from + count) };
});
