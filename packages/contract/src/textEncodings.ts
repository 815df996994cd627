import { type FileKind, fileTypeOf } from "./fileTypes.ts";

/**
 * The encodings in which a text file can be read, by their names in the WHATWG Encoding Standard, the most common ones
 * first. Every `TextDecoder` knows them.
 */
export const textEncodings = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "euc-kr",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-15",
  "koi8-r",
  "koi8-u",
  "ibm866",
  "macintosh",
  "x-mac-cyrillic",
  "utf-16le",
  "utf-16be",
] as const;
export type TextEncoding = (typeof textEncodings)[number];

export function isTextEncoding(name: string): name is TextEncoding {
  return textEncodings.some((encoding) => encoding === name);
}

const kindsWithEncoding: ReadonlySet<FileKind> = new Set(["text", "csv", "markdown", "html", "json", "xml", "code"]);

/** Returns true if a person may choose the encoding of a file: it is text, and does not say its encoding itself. */
export function hasEncoding(name: string, type: string): boolean {
  const kind = fileTypeOf(name, type)?.kind;
  return kind !== undefined && kindsWithEncoding.has(kind);
}
