import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { type Archive, checkArchive, openArchive } from "../../../platform/documents/child/archive.ts";
import { DocumentReadError } from "../../../platform/documents/documentReader.ts";
import { createTimeoutError } from "../../../platform/documents/readFailures.ts";
import { ConversionError } from "../../../platform/pandoc/documentConverter.ts";

const maxContentTypesBytes = 1_000_000;
/** This process inflates the file, so the limits are lower than those of documents. */
const limits = { inflatedBytes: 200_000_000, totalRatio: 200 };
const maxSeconds = 30;

/**
 * Throws `invalidInput` unless the file is a presentation that can be used as a template: with the parts of one, without
 * macros, and not too large when it is unpacked. If the server can convert documents, it tries the template. Throws the
 * signal's reason. `timeLimit` aborts when unpacking takes too long.
 */
export async function checkPptx(
  { converter }: Pick<Platform, "converter">,
  path: string,
  signal: AbortSignal,
  timeLimit: AbortSignal = AbortSignal.timeout(maxSeconds * 1_000),
): Promise<void> {
  try {
    const archive = await openArchive(path, limits);
    try {
      await checkParts(archive);
    } finally {
      archive.close();
    }
    await checkArchive(path, { limits, signal: AbortSignal.any([signal, timeLimit]) });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    if (timeLimit.aborted) throw createUnusableError(createTimeoutError(maxSeconds).userMessage, error);
    if (error instanceof DocumentReadError && error.failure !== "damaged")
      throw createUnusableError(error.userMessage, error);
    // The archive's library has errors of its own.
    throw createUnusableError(notPptxMessage, error);
  }
  if (converter.unavailable === null) await tryTemplate(converter, path, signal);
}

const notPptxMessage = "This file is not a PowerPoint presentation, or it is damaged.";

async function checkParts(archive: Archive): Promise<void> {
  const { names } = archive;
  const hasPart = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (hasPart(/vbaProject|^ppt\/activeX\//i)) throw createMacroError();
  const contentTypes = await readStart(archive, "[Content_Types].xml");
  if (/macroEnabled|vbaProject/i.test(contentTypes)) throw createMacroError();
  const isPptx =
    contentTypes.includes("presentationml.presentation.main+xml") &&
    archive.has("ppt/presentation.xml") &&
    hasPart(/^ppt\/slideMasters\/[^/]+\.xml$/) &&
    hasPart(/^ppt\/slideLayouts\/[^/]+\.xml$/);
  if (!isPptx) throw createUnusableError(notPptxMessage);
}

/** Reads at most the first megabyte of an entry. */
async function readStart(archive: Archive, name: string): Promise<string> {
  if (!archive.has(name)) return "";
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of await archive.openEntry(name)) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxContentTypesBytes) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

async function tryTemplate(converter: Platform["converter"], path: string, signal: AbortSignal): Promise<void> {
  try {
    const sections = [
      { kind: "name", markdown: "# Title" },
      { kind: "assistant", markdown: "- Text" },
    ] as const;
    const document = await converter.convert({ format: "pptx", templatePath: path, title: "Test", sections, signal });
    await document.dispose();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw createUnusableError(
      "This template can’t be used: it is damaged, or not of the right file type. Choose another one.",
      error,
    );
  }
}

const createUnusableError = (userMessage: string, cause?: unknown) =>
  new AppError("invalidInput", { userMessage, ...(cause === undefined ? {} : { cause }) });

const createMacroError = () =>
  createUnusableError("This presentation contains macros or other programs. Please save it without them.");
