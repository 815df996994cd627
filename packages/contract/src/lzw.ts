/**
 * The compact form of a conversation on the wire: LZW over the JSON text. Codes 0 to 255 are those characters, new codes count
 * up from 256 without bound. A character above U+00FF is first written `U+` and four hex digits; a literal `U+` that hex digits
 * follow is escaped by writing its `U` that way, so that every text survives, lone surrogates included.
 */
export function compressText(text: string): number[] {
  return toEnd(compressTextIncrementally(text));
}

/** The same a few milliseconds at a time: between its steps, whoever drives it can let others run. */
export function* compressTextIncrementally(text: string): Generator<void, number[]> {
  const encoder = createEncoder();
  const bytes = new Uint8Array(stepLength * escapeLength);
  for (let from = 0; from < text.length; from += stepLength) {
    if (from > 0) yield;
    encoder.encode(bytes, writeEscaped(text, from, Math.min(from + stepLength, text.length), bytes));
  }
  return encoder.end();
}

/** The codes are those of no text, or of one that is too long. */
export class LzwError extends Error {}

/**
 * Reads what `compressText` wrote, and what older clients wrote. `maxLength` is in characters before the wide ones are put back.
 * Throws LzwError on codes that no text gives and on a longer text.
 */
export function decompressText(codes: readonly number[], maxLength: number = Number.POSITIVE_INFINITY): string {
  return toEnd(decompressTextIncrementally(codes, maxLength));
}

/** The same a few milliseconds at a time. */
export function* decompressTextIncrementally(codes: readonly number[], maxLength: number): Generator<void, string> {
  // The phrase that code `256 + k` stands for is the text of the k-th code and one character more, which follows it in the
  // output: so a phrase is a place in the output, and no phrase is kept beside it.
  const starts: number[] = [];
  let output = new Uint8Array(Math.min(maxLength, Math.max(codes.length * 2, 256)));
  let length = 0;
  let nextPause = stepLength;
  for (const code of codes) {
    const k = code - singleCodes;
    if (!Number.isInteger(code) || code < 0 || k >= starts.length) {
      throw new LzwError(`code ${code} stands for nothing at this place`);
    }
    const start = starts[k] ?? length;
    const size = k < 0 ? 1 : (starts[k + 1] ?? length) - start + 1;
    if (length + size > maxLength) throw new LzwError(`the text is longer than ${maxLength} characters`);
    if (length + size > output.length) output = grown(output, length + size, maxLength);
    if (k < 0) output[length] = code;
    // Forwards, one by one: the newest phrase ends with the character that is being written.
    else for (let index = 0; index < size; index++) output[length + index] = output[start + index] ?? 0;
    starts.push(length);
    length += size;
    if (length < nextPause) continue;
    nextPause = length + stepLength;
    yield;
  }
  return yield* textInSteps(output.subarray(0, length));
}

const singleCodes = 256;
const letterU = 0x55;
const plusSign = 0x2b;
const hexDigits = "0123456789abcdef";
/** `U+` and four digits. */
const escapeLength = 6;
/** A phrase's code and a byte must fit into 32 bits. */
const mostPhrases = 2 ** 24 - 2 * singleCodes;
/** Characters of a step. */
const stepLength = 32_768;

function toEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Writes the characters as bytes, the wide ones and a literal `U+` before a hex digit escaped; gives how many bytes. */
function writeEscaped(text: string, from: number, to: number, bytes: Uint8Array): number {
  let length = 0;
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    const looksEscaped =
      unit === letterU && text.charCodeAt(index + 1) === plusSign && hexValue(text.charCodeAt(index + 2)) >= 0;
    if (unit < singleCodes && !looksEscaped) {
      bytes[length++] = unit;
      continue;
    }
    bytes[length++] = letterU;
    bytes[length++] = plusSign;
    for (let shift = 12; shift >= 0; shift -= 4) bytes[length++] = hexDigits.charCodeAt((unit >> shift) & 15);
  }
  return length;
}

/** The value of a hex digit's character, else -1. */
function hexValue(character: number | undefined): number {
  if (character === undefined) return -1;
  if (character >= 48 && character <= 57) return character - 48;
  const lower = character | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** LZW over bytes that come in pieces. */
function createEncoder(): { encode(bytes: Uint8Array, length: number): void; end(): number[] } {
  const codes: number[] = [];
  /** The longest known phrase that ends the text so far; -1: there is no text yet. */
  let phrase = -1;
  // A hash table with linear probing, from a phrase's code and the next byte to the code of the phrase with that byte: pairs of
  // (phrase, byte) as one number and one more, so that 0 is free, and the code.
  let mask = 0xfff;
  let table = new Uint32Array((mask + 1) * 2);

  const grow = () => {
    const old = table;
    mask = mask * 2 + 1;
    table = new Uint32Array((mask + 1) * 2);
    for (let index = 0; index < old.length; index += 2) {
      const key = old[index] ?? 0;
      if (key === 0) continue;
      let place = hash(key) & mask;
      while (table[place * 2] !== 0) place = (place + 1) & mask;
      table[place * 2] = key;
      table[place * 2 + 1] = old[index + 1] ?? 0;
    }
  };

  return {
    encode(bytes, length) {
      for (let index = 0; index < length; index++) {
        const byte = bytes[index] ?? 0;
        if (phrase < 0) {
          phrase = byte;
          continue;
        }
        const key = phrase * singleCodes + byte + 1;
        let place = hash(key) & mask;
        let found = table[place * 2];
        while (found !== 0 && found !== key) {
          place = (place + 1) & mask;
          found = table[place * 2];
        }
        if (found === key) {
          phrase = table[place * 2 + 1] ?? 0;
          continue;
        }
        codes.push(phrase);
        phrase = byte;
        // What no longer fits stays without a code of its own: any reader takes that.
        if (codes.length > mostPhrases) continue;
        table[place * 2] = key;
        table[place * 2 + 1] = singleCodes + codes.length - 1;
        if (codes.length * 2 > mask) grow();
      }
    },
    end() {
      if (phrase >= 0) codes.push(phrase);
      return codes;
    },
  };
}

function hash(key: number): number {
  const mixed = Math.imul(key ^ (key >>> 15), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number, maxLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(maxLength, Math.max(needed, bytes.length * 2)));
  larger.set(bytes);
  return larger;
}

/** The text of these Latin-1 characters with the wide ones put back. */
function* textInSteps(bytes: Uint8Array): Generator<void, string> {
  const parts: string[] = [];
  const units = new Uint16Array(stepLength);
  let index = 0;
  while (index < bytes.length) {
    let count = 0;
    while (count < stepLength && index < bytes.length) {
      const escaped = readEscape(bytes, index);
      units[count] = escaped ? escaped.unit : (bytes[index] ?? 0);
      index += escaped ? escaped.length : 1;
      count += 1;
    }
    parts.push(String.fromCharCode.apply(null, [...units.subarray(0, count)]));
    yield;
  }
  return parts.join("");
}

/** `U+` and three (older clients) or four hex digits. */
function readEscape(bytes: Uint8Array, at: number): { unit: number; length: number } | null {
  if (bytes[at] !== letterU || bytes[at + 1] !== plusSign) return null;
  let unit = 0;
  let digits = 0;
  for (; digits < 4; digits++) {
    const value = hexValue(bytes[at + 2 + digits]);
    if (value < 0) break;
    unit = unit * 16 + value;
  }
  return digits < 3 ? null : { unit, length: 2 + digits };
}
