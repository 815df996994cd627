import { open, readFile, stat } from "node:fs/promises";
import { ContentItem, limits } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { DocumentReadError, type ReadDocument } from "../../platform/documents/documentReader.ts";
import { buildDisclosureHtml } from "./buildDisclosureHtml.ts";

/** Far more than the allowed text needs with its locations. */
const maxContentBytes = 16_000_000;

const Content = z.object({ content: z.array(ContentItem) });

/**
 * Reads the PDF of an agreement and returns its text as HTML. Throws `unprocessable` with the reason if it cannot be read
 * completely, `tooLarge` if it has too much text, and the signal's reason.
 */
export async function readDisclosurePdf(
  { documents }: Pick<Platform, "documents">,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  await assertPdf(path);
  const request = { path, name: "disclosure.pdf", kind: null, signal, onProgress: () => undefined };
  const document = await documents.read(request).catch((error: unknown): never => {
    if (!(error instanceof DocumentReadError)) throw error;
    throw new AppError("unprocessable", { userMessage: error.userMessage, cause: error });
  });
  try {
    return await toHtml(document);
  } finally {
    await document.dispose();
  }
}

export const createNotPdfError = () =>
  new AppError("unsupportedMediaType", { userMessage: "The data disclosure must be a PDF document." });

async function assertPdf(path: string): Promise<void> {
  const signature = Buffer.from("%PDF-");
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(signature.length) });
    if (!signature.equals(buffer)) throw createNotPdfError();
  } finally {
    await file.close();
  }
}

async function toHtml({ kind, text }: ReadDocument): Promise<string> {
  if (kind !== "pdf" || text === null) throw createNotPdfError();
  if ((await stat(text.contentPath)).size > maxContentBytes) throw createTooLongError();
  const { content } = z.parse(Content, JSON.parse(await readFile(text.contentPath, "utf8")));
  const characters = content.reduce((sum, item) => sum + item.content.length, 0);
  if (characters > limits.disclosureCharacters) throw createTooLongError();
  return buildDisclosureHtml(content);
}

const createTooLongError = () =>
  new AppError("tooLarge", { userMessage: "The text of this document is too long for a data disclosure." });
