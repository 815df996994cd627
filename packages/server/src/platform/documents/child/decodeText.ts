import { guessEncoding } from "./guessEncoding.ts";

/** Maximum length of a character in UTF-8, in bytes. */
const maxCharacterBytes = 4;

export interface DecodedText {
  text: string;
  /** Name in the WHATWG Encoding Standard. */
  encoding: string;
  /** True if neither the bytes nor the file say what the encoding is. */
  isGuess: boolean;
  /** The number of NUL characters that were removed. */
  removedCount: number;
}

interface DecodeOptions {
  /** The encoding that a person has chosen; it is used in any case. */
  chosen?: string | null;
  /** The encoding that the file declares. */
  declared?: string | null;
}

/**
 * Decodes text: in the chosen encoding, as UTF-16 if its marks or its NUL bytes say so, as UTF-8 if the bytes are valid
 * UTF-8 or nearly so, in the declared encoding, or else in the most likely one. Null if the bytes are not text.
 */
export async function decodeText(
  bytes: Buffer,
  { chosen = null, declared = null }: DecodeOptions = {},
): Promise<DecodedText | null> {
  if (chosen !== null) return removeNul(decodeAs(bytes, chosen), chosen, false);
  const utf16 = findUtf16(bytes);
  if (utf16 !== null) return accept(decodeAs(bytes, utf16), utf16, false);
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) {
    // Its letters are ASCII between marks that nothing else has. Terminals write similar ones, but not these.
    const isJapanese = utf8.length === bytes.length && (utf8.includes("\u001b$B") || utf8.includes("\u001b$@"));
    return isJapanese ? accept(decodeAs(bytes, "iso-2022-jp"), "iso-2022-jp", false) : accept(utf8, "utf-8", false);
  }
  const declaredEncoding = resolveEncoding(declared);
  if (declaredEncoding !== null) {
    const text = decodeAs(bytes, declaredEncoding);
    if (!text.includes("\ufffd")) return accept(text, declaredEncoding, false);
  }
  // Programs leave NUL bytes in logs, but hardly in an old encoding.
  if (bytes.includes(0)) return null;
  const encoding = await guessEncoding(bytes);
  return accept(decodeAs(bytes, encoding), encoding, true);
}

/**
 * Returns true if the beginning of a file can be text in any encoding. `allowsNul`: NUL bytes do not count, which some
 * programs leave in their logs.
 */
export function isTextSample(bytes: Buffer, { allowsNul }: { allowsNul: boolean }): boolean {
  if (findUtf16(bytes) !== null) return looksLikeText(decodeAs(bytes, findUtf16(bytes) ?? ""));
  if (!allowsNul && bytes.includes(0)) return false;
  // Control characters are the same in all other encodings.
  return looksLikeText(bytes.toString("latin1").replaceAll("\0", ""));
}

function accept(text: string, encoding: string, isGuess: boolean): DecodedText | null {
  const decoded = removeNul(text, encoding, isGuess);
  // What is damaged in UTF-8 has been compared with what is not.
  return looksLikeText(encoding === "utf-8" ? decoded.text.replaceAll("\ufffd", "") : decoded.text) ? decoded : null;
}

function removeNul(text: string, encoding: string, isGuess: boolean): DecodedText {
  const clean = text.replaceAll("\0", "");
  return { text: clean, encoding, isGuess, removedCount: text.length - clean.length };
}

const decodeAs = (bytes: Buffer, encoding: string) => new TextDecoder(encoding).decode(bytes);

/** Units of two bytes that are examined for UTF-16. */
const maxUtf16Units = 4_096;

/**
 * Returns the byte order if the bytes are UTF-16: by its mark, or because many of their even or odd bytes are NUL and
 * next to none of the others.
 */
function findUtf16(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const units = Math.min(maxUtf16Units, bytes.length >> 1);
  if (units < 2) return null;
  let firstNulCount = 0;
  let secondNulCount = 0;
  let bothNulCount = 0;
  for (let unit = 0; unit < units; unit++) {
    const isFirstNul = bytes[unit * 2] === 0;
    const isSecondNul = bytes[unit * 2 + 1] === 0;
    if (isFirstNul) firstNulCount++;
    if (isSecondNul) secondNulCount++;
    if (isFirstNul && isSecondNul) bothNulCount++;
  }
  if (bothNulCount > 0) return null;
  const [many, few] = [units / 4, units / 50];
  if (secondNulCount >= many && firstNulCount <= few) return "utf-16le";
  return firstNulCount >= many && secondNulCount <= few ? "utf-16be" : null;
}

/** Valid characters outside of ASCII for each invalid one, from which on the text is UTF-8 with damaged places. */
const minValidPerInvalid = 4;

/** Null if the bytes are not UTF-8. A character that is cut off at the end is dropped. */
function decodeUtf8(bytes: Buffer): string | null {
  const whole = decodeValidUtf8(bytes);
  if (whole !== null) return whole;
  const cutBytes = countCutBytes(bytes);
  const beginning = cutBytes === 0 ? null : decodeValidUtf8(bytes.subarray(0, bytes.length - cutBytes));
  // Without another character outside of ASCII, the last byte is more likely a letter of an old encoding.
  if (beginning !== null && countNonAscii(beginning) > 0) return beginning;
  const text = decodeAs(bytes, "utf-8");
  const invalidCount = text.split("\ufffd").length - 1;
  return countNonAscii(text) >= invalidCount * minValidPerInvalid ? text : null;
}

function decodeValidUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns how many bytes at the end begin a character of UTF-8 that needs more of them. */
function countCutBytes(bytes: Buffer): number {
  for (let count = 1; count < maxCharacterBytes && count <= bytes.length; count++) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    const neededBytes = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return count < neededBytes ? count : 0;
  }
  return 0;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes the control characters
const countNonAscii = (text: string) => text.replace(/[\u0000-\u007f\ufffd]+/g, "").length;

function resolveEncoding(declaredEncoding: string | null): string | null {
  if (declaredEncoding === null) return null;
  try {
    return new TextDecoder(declaredEncoding).encoding;
  } catch {
    return null;
  }
}

/**
 * Returns false if more than one in a hundred of the first 65,536 characters is a replacement character, or a control
 * character that does not occur in text.
 */
function looksLikeText(text: string): boolean {
  const end = Math.min(text.length, 65_536);
  let invalidCharacterCount = 0;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    // Tab, line feed, form feed and carriage return occur in text, and escape in terminal output.
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) || code === 0xfffd)
      invalidCharacterCount++;
  }
  return invalidCharacterCount * 100 <= end;
}
