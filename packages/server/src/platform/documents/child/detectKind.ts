import { open } from "node:fs/promises";
import { extensionOf, type FileKind, fileTypeOf } from "@lectern/contract/fileTypes";
import type { DocumentReadError } from "../documentReader.ts";
import {
  createDamagedError,
  createEncryptedError,
  createNotTextError,
  createOldFormatError,
  createUnsupportedError,
} from "../readFailures.ts";
import { detectArchiveKind } from "./archive.ts";
import { isTextSample } from "./decodeText.ts";

const sampleSize = 65_536;

/**
 * Detects the kind of a file. Unmistakable bytes take precedence over the name; for text, the name decides, or
 * `fallbackKind` if the extension is unknown. Throws `DocumentReadError` if the file is encrypted, of an unsupported
 * kind, or not text although its name says so.
 */
export async function detectKind(path: string, name: string, fallbackKind: string | null): Promise<FileKind> {
  const start = await readStart(path);
  if (startsWith(start, "{\\rtf")) return "rtf";
  // Other bytes may precede a PDF's header.
  if (start.subarray(0, 1_024).includes("%PDF-")) return "pdf";
  if (isImage(start)) return "image";
  if (startsWith(start, "PK\u0003\u0004") || startsWith(start, "PK\u0005\u0006")) return detectArchiveKind(path);
  // Word, Excel and PowerPoint use compound files for encrypted documents, and for their old formats.
  if (start.subarray(0, 8).equals(compoundFileSignature)) {
    const suggestedKind = findSuggestedKind(name, fallbackKind);
    if (suggestedKind === "sheet" && isOldWorkbook(start, name)) throw createOldFormatError("xlsx");
    if (suggestedKind === "word" || suggestedKind === "slides" || suggestedKind === "sheet")
      throw createEncryptedError();
    throw createContentMismatchError(suggestedKind);
  }
  const suggestedKind = findSuggestedKind(name, fallbackKind);
  const isNamedText = suggestedKind !== null && textKinds.has(suggestedKind);
  if (!isTextSample(start, { allowsNul: isNamedText })) throw createContentMismatchError(suggestedKind);
  if (suggestedKind === "sheet") return detectExportKind(start) ?? "csv";
  if (suggestedKind === "word" || extensionOf(name) === "doc") return detectExportKind(start) ?? "text";
  // If the name claims a binary format, read the text as plain text.
  return isNamedText ? suggestedKind : "text";
}

const textKinds: ReadonlySet<FileKind> = new Set(["csv", "text", "markdown", "html", "json", "xml", "code", "email"]);
const compoundFileSignature = Buffer.from("d0cf11e0a1b11ae1", "hex");

/** Returns true for a workbook of Excel 97 to 2003, by the names in its directory if they are in the sample. */
function isOldWorkbook(start: Buffer, name: string): boolean {
  if (start.includes("EncryptedPackage", 0, "utf16le")) return false;
  return start.includes("Workbook", 0, "utf16le") || extensionOf(name) === "xls";
}

/**
 * Many programs export text under the name of an Excel or Word file: a page, one packed as an email, or XML. Null if it
 * is none of these.
 */
function detectExportKind(start: Buffer): FileKind | null {
  const text = start.toString("latin1").replaceAll("\u0000", "");
  if (/^\W*(?:[\w-]{1,50}:.{0,500}\r?\n){0,20}mime-version:/i.test(text)) return "email";
  if (/<(?:html|table|body)\b/i.test(text)) return "html";
  return /^\W*<\?xml\b/i.test(text) ? "xml" : null;
}

/** Creates the error for bytes that do not match the kind that the file name suggests. */
export function createContentMismatchError(suggestedKind: FileKind | null): DocumentReadError {
  if (suggestedKind === null) return createUnsupportedError();
  return textKinds.has(suggestedKind) ? createNotTextError() : createDamagedError();
}

function findSuggestedKind(name: string, fallbackKind: string | null): FileKind | null {
  const kindFromName = fileTypeOf(name)?.kind ?? null;
  return kindFromName ?? (fallbackKind !== null && isTextKind(fallbackKind) ? fallbackKind : null);
}

function isTextKind(kind: string): kind is FileKind {
  return textKinds.has(kind as FileKind); // The set contains only kinds.
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(sampleSize);
    const { bytesRead } = await file.read(buffer, 0, sampleSize, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isImage(start: Buffer): boolean {
  return (
    start.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")) ||
    start.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")) ||
    startsWith(start, "GIF87a") ||
    startsWith(start, "GIF89a") ||
    (startsWith(start, "RIFF") && start.subarray(8, 12).toString("latin1") === "WEBP")
  );
}

function startsWith(bytes: Buffer, text: string): boolean {
  return bytes.subarray(0, text.length).toString("latin1") === text;
}
