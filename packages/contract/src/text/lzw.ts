import { runToEnd } from "../runToEnd.ts";

/**
 * Compresses the JSON text of a conversation with LZW, its compact form on the wire. Codes 0 to 255 are the characters
 * U+0000 to U+00FF; new codes are numbered from 256 upwards and stay below 2^24. A character above U+00FF is first
 * written as `U+` and four hex digits. If the text itself has `U+` followed by a hex digit, that `U` is escaped the
 * same way. So every string is restored exactly, even with lone surrogates.
 */
export function compressText(text: string): number[] {
  return runToEnd(compressTextIncrementally(text));
}

/** Like `compressText`, but yields after every 32,768 characters so that the caller can let other work run. */
export function* compressTextIncrementally(text: string): Generator<void, number[]> {
  const encoder = createEncoder();
  const bytes = new Uint8Array(stepLength * escapeLength);
  for (let from = 0; from < text.length; from += stepLength) {
    if (from > 0) yield;
    encoder.encode(bytes, writeEscaped(text, from, Math.min(from + stepLength, text.length), bytes));
  }
  return encoder.end();
}

/** Thrown by decompression if the codes are invalid or the text is too long. */
export class LzwError extends Error {}

/**
 * Decompresses the output of `compressText` and of older clients. Throws LzwError if a code is invalid or if the text,
 * before it is unescaped, is longer than `maxLength`.
 */
export function decompressText(codes: ArrayLike<number>, maxLength: number = Number.POSITIVE_INFINITY): string {
  // The phrase of code `256 + k` is the text of the k-th code and the character that follows it in the output. So an
  // offset into the output identifies a phrase, and no table of phrases is needed.
  const phraseStarts: number[] = [];
  let output = new Uint8Array(Math.min(maxLength, Math.max(codes.length * 2, 256)));
  let length = 0;
  for (let position = 0; position < codes.length; position++) {
    const code = codes[position] ?? 0;
    const phraseIndex = code - singleCodeCount;
    if (!Number.isInteger(code) || code < 0 || phraseIndex >= phraseStarts.length) {
      throw new LzwError(`code ${code} is not defined at this position`);
    }
    const start = phraseStarts[phraseIndex] ?? length;
    const size = phraseIndex < 0 ? 1 : (phraseStarts[phraseIndex + 1] ?? length) - start + 1;
    if (length + size > maxLength) throw new LzwError(`the text is longer than ${maxLength} characters`);
    if (length + size > output.length) output = growBuffer(output, length + size, maxLength);
    if (phraseIndex < 0) output[length] = code;
    // Copy one character at a time, forwards: the newest phrase may end with the first character copied here.
    else for (let index = 0; index < size; index++) output[length + index] = output[start + index] ?? 0;
    phraseStarts.push(length);
    length += size;
  }
  return decodeEscapes(output.subarray(0, length));
}

const singleCodeCount = 256;
/** Codes stay below this, so that a phrase's code and a byte fit into 32 bits together. */
export const maxCompressionCode = 2 ** 24 - 1;
const letterU = 0x55;
const plusSign = 0x2b;
const hexDigits = "0123456789abcdef";
/** Length of an escape sequence: `U+` and four digits. */
const escapeLength = 6;
const maxPhrases = maxCompressionCode + 1 - 2 * singleCodeCount;
/** Characters processed in one step: by compression between two yields, and by decompression as one string. */
const stepLength = 32_768;

/**
 * Writes the characters as bytes, escaping those above U+00FF and a `U+` before a hex digit. Returns the number of
 * bytes.
 */
function writeEscaped(text: string, from: number, to: number, bytes: Uint8Array): number {
  let length = 0;
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    const looksEscaped =
      unit === letterU && text.charCodeAt(index + 1) === plusSign && parseHexDigit(text.charCodeAt(index + 2)) >= 0;
    if (unit < singleCodeCount && !looksEscaped) {
      bytes[length++] = unit;
      continue;
    }
    bytes[length++] = letterU;
    bytes[length++] = plusSign;
    for (let shift = 12; shift >= 0; shift -= 4) bytes[length++] = hexDigits.charCodeAt((unit >> shift) & 15);
  }
  return length;
}

/** Returns the value of the hex digit with this character code; -1 for any other character. */
function parseHexDigit(characterCode: number | undefined): number {
  if (characterCode === undefined) return -1;
  if (characterCode >= 48 && characterCode <= 57) return characterCode - 48;
  const lowerCaseCode = characterCode | 32;
  return lowerCaseCode >= 97 && lowerCaseCode <= 102 ? lowerCaseCode - 87 : -1;
}

/** An LZW encoder for bytes that arrive in chunks. */
function createEncoder(): { encode(bytes: Uint8Array, length: number): void; end(): number[] } {
  const codes: number[] = [];
  /** The code of the longest known phrase at the end of the input so far; -1 before the first byte. */
  let phraseCode = -1;
  // A hash table with linear probing that maps (phrase code, next byte) to the code of the extended phrase. Each slot
  // is two numbers: the key (phrase and byte combined, plus 1, so that 0 means empty) and the code.
  let mask = 0xfff;
  let table = new Uint32Array((mask + 1) * 2);

  const growTable = () => {
    const oldTable = table;
    mask = mask * 2 + 1;
    table = new Uint32Array((mask + 1) * 2);
    for (let index = 0; index < oldTable.length; index += 2) {
      const key = oldTable[index] ?? 0;
      if (key === 0) continue;
      let slot = hash(key) & mask;
      while (table[slot * 2] !== 0) slot = (slot + 1) & mask;
      table[slot * 2] = key;
      table[slot * 2 + 1] = oldTable[index + 1] ?? 0;
    }
  };

  return {
    encode(bytes, length) {
      for (let index = 0; index < length; index++) {
        const byte = bytes[index] ?? 0;
        if (phraseCode < 0) {
          phraseCode = byte;
          continue;
        }
        const key = phraseCode * singleCodeCount + byte + 1;
        let slot = hash(key) & mask;
        let slotKey = table[slot * 2];
        while (slotKey !== 0 && slotKey !== key) {
          slot = (slot + 1) & mask;
          slotKey = table[slot * 2];
        }
        if (slotKey === key) {
          phraseCode = table[slot * 2 + 1] ?? 0;
          continue;
        }
        codes.push(phraseCode);
        phraseCode = byte;
        // When the table is full, new phrases get no code. Every decoder accepts that.
        if (codes.length > maxPhrases) continue;
        table[slot * 2] = key;
        table[slot * 2 + 1] = singleCodeCount + codes.length - 1;
        if (codes.length * 2 > mask) growTable();
      }
    },
    end() {
      if (phraseCode >= 0) codes.push(phraseCode);
      return codes;
    },
  };
}

function hash(key: number): number {
  const mixedKey = Math.imul(key ^ (key >>> 15), 0x9e3779b1);
  return mixedKey ^ (mixedKey >>> 15);
}

function growBuffer(bytes: Uint8Array<ArrayBuffer>, neededLength: number, maxLength: number): Uint8Array<ArrayBuffer> {
  const largerBuffer = new Uint8Array(Math.min(maxLength, Math.max(neededLength, bytes.length * 2)));
  largerBuffer.set(bytes);
  return largerBuffer;
}

/** Decodes Latin-1 bytes and their escape sequences to text. */
function decodeEscapes(bytes: Uint8Array): string {
  const parts: string[] = [];
  const units = new Uint16Array(stepLength);
  let index = 0;
  while (index < bytes.length) {
    let count = 0;
    while (count < stepLength && index < bytes.length) {
      const escapeSequence = readEscape(bytes, index);
      units[count] = escapeSequence ? escapeSequence.unit : (bytes[index] ?? 0);
      index += escapeSequence ? escapeSequence.length : 1;
      count += 1;
    }
    parts.push(Reflect.apply(String.fromCharCode, null, units.subarray(0, count)));
  }
  return parts.join("");
}

/** Reads an escape sequence: `U+` and four hex digits, or three from older clients. */
function readEscape(bytes: Uint8Array, offset: number): { unit: number; length: number } | null {
  if (bytes[offset] !== letterU || bytes[offset + 1] !== plusSign) return null;
  let unit = 0;
  let digits = 0;
  for (; digits < 4; digits++) {
    const value = parseHexDigit(bytes[offset + 2 + digits]);
    if (value < 0) break;
    unit = unit * 16 + value;
  }
  return digits < 3 ? null : { unit, length: 2 + digits };
}
