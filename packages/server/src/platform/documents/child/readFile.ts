import { readFile as readBytes, stat } from "node:fs/promises";
import type { FileKind } from "@lectern/contract";
import type { ReadTask } from "../childMessages.ts";
import { createNothingExtractedError, createTooLargeError } from "../readFailures.ts";
import type { ReadSummary } from "../readInSandbox.ts";
import { detectKind } from "./detectKind.ts";
import type { FormatInput, FormatReader } from "./formatReader.ts";
import { createItemCollector } from "./itemCollector.ts";

/** Maximum share of the memory limit for a file that is loaded whole. Processing the file needs the rest. */
const maxWholeFileShare = 0.3;
/** Progress after the format reader has finished. Counting tokens, chunking and writing account for the rest. */
const readingPercent = 70;

/**
 * Reads a document and writes its text, chunks and preview to the task's folder. Throws `DocumentReadError`, or the
 * error of a library or of the file system.
 */
export async function readFile(
  task: ReadTask,
  onProgress: (percent: number) => void,
): Promise<Omit<ReadSummary, "type">> {
  const { size } = await stat(task.path);
  if (size === 0) throw createNothingExtractedError();
  const kind = await detectKind(task.path, task.name, task.kind);
  const items = createItemCollector();
  const input: FormatInput = {
    path: task.path,
    name: task.name,
    size,
    folder: task.folder,
    encoding: task.encoding,
    note: items.note,
    ocrLanguages: task.ocrLanguages,
    onProgress: (percent) => onProgress((percent * readingPercent) / 100),
    async loadBytes() {
      const maxBytes = task.memoryBytes * maxWholeFileShare;
      if (size > maxBytes) throw createTooLargeError(`${Math.floor(maxBytes / 1_000_000)} MB for files of this type`);
      return readBytes(task.path);
    },
  };
  const readFormat = await readerLoaders[kind]();
  const { props, image = null } = await readFormat(input, items);
  if (items.collectedItems.length === 0 && !image) throw createNothingExtractedError();
  const notes = [...items.notes];
  if (items.collectedItems.length === 0) return { kind, text: null, image, notes };
  const { writeText } = await import("./writeText.ts");
  return { kind, text: await writeText(task, items.collectedItems, props, onProgress), image, notes };
}

/** Loads the libraries of the kinds that people upload most, until `signal` aborts. */
export async function loadFormats(signal: AbortSignal): Promise<void> {
  for (const kind of ["word", "pdf", "sheet", "markdown", "html", "csv"] as const) {
    if (signal.aborted) return;
    await readerLoaders[kind]();
    if (kind === "pdf") await import("pdfjs-dist/legacy/build/pdf.mjs");
  }
}

const loadOfficeReader = async () => (await import("../formats/officeDocument.ts")).readOfficeDocument;

/** Each format reader is loaded on demand, so that a read does not load the libraries of other formats. */
const readerLoaders: Record<FileKind, () => Promise<FormatReader>> = {
  pdf: async () => (await import("../formats/pdf.ts")).readPdf,
  word: loadOfficeReader,
  slides: loadOfficeReader,
  sheet: async () => (await import("../formats/excel.ts")).readExcel,
  csv: async () => (await import("../formats/csv.ts")).readCsv,
  text: async () => (await import("../formats/text.ts")).readPlainText,
  markdown: async () => (await import("../formats/markdown.ts")).readMarkdown,
  html: async () => (await import("../formats/html.ts")).readHtml,
  json: async () => (await import("../formats/json.ts")).readJson,
  xml: async () => (await import("../formats/xml.ts")).readXml,
  code: async () => (await import("../formats/code.ts")).readCode,
  rtf: loadOfficeReader,
  openText: loadOfficeReader,
  openSheet: async () => (await import("../formats/openSheet.ts")).readOpenSheet,
  openSlides: loadOfficeReader,
  email: async () => (await import("../formats/email.ts")).readEmail,
  epub: async () => (await import("../formats/epub.ts")).readEpub,
  image: async () => (await import("../formats/image.ts")).readImage,
};
