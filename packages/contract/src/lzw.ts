/**
 * The compact form of a conversation on the wire: LZW over the JSON text. Codes 0 to 255 are those characters, new codes count
 * up from 256 without bound. A character above U+00FF is first written `U+` and four hex digits; a literal `U+` that hex digits
 * follow is escaped by writing its `U` that way, so that every text survives, lone surrogates included.
 */
export function compressText(text: string): number[] {
  return toEnd(compressInSteps(text));
}

/** The same a few milliseconds at a time: between its steps, whoever drives it can let others run. */
export function* compressInSteps(text: string): Generator<void, number[]> {
  const phrases = createPhrases();
  const codes: number[] = [];
  let phrase = -1;
  for (let from = 0; from < text.length; from += stepLength) {
    if (from > 0) yield;
    const end = Math.min(from + stepLength, text.length);
    for (let index = from; index < end; index++) {
      const unit = text.charCodeAt(index);
      if (unit < singleCodes && !(unit === letterU && beginsEscape(text, index))) {
        take(unit);
        continue;
      }
      take(letterU);
      take(plusSign);
      for (let shift = 12; shift >= 0; shift -= 4) take(hexDigits.charCodeAt((unit >> shift) & 15));
    }
  }
  if (phrase >= 0) codes.push(phrase);
  return codes;

  function take(character: number): void {
    const known = phrase < 0 ? character : phrases.find(phrase, character);
    if (known >= 0) {
      phrase = known;
      return;
    }
    codes.push(phrase);
    phrases.add(phrase, character);
    phrase = character;
  }
}

/** The codes are those of no text, or of one that is too long. */
export class LzwError extends Error {}

/**
 * Reads what `compressText` wrote, and what older clients wrote. `maxLength` is in characters before the wide ones are put back.
 * Throws LzwError on codes that no text gives and on a longer text.
 */
export function decompressText(codes: readonly number[], maxLength: number = Number.POSITIVE_INFINITY): string {
  return toEnd(decompressInSteps(codes, maxLength));
}

/** The same a few milliseconds at a time. */
export function* decompressInSteps(codes: readonly number[], maxLength: number): Generator<void, string> {
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
/** Characters of a step. */
const stepLength = 32_768;

function toEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A literal `U+` that would be read as an escaped character. */
function beginsEscape(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === plusSign && hexValue(text.charCodeAt(at + 2)) >= 0;
}

/** The value of a hex digit's character, else -1. */
function hexValue(character: number | undefined): number {
  if (character === undefined) return -1;
  if (character >= 48 && character <= 57) return character - 48;
  const lower = character | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/**
 * From a phrase's code and the next character to the code of the phrase with that character: a hash table of numbers with linear
 * probing. A Map of as many entries takes ten times as long.
 */
function createPhrases(): { find(phrase: number, character: number): number; add(phrase: number, character: number): void } {
  let mask = 0xffff;
  /** 0: free. */
  let keys = new Float64Array(mask + 1);
  let codes = new Int32Array(mask + 1);
  let count = 0;

  const keyOf = (phrase: number, character: number) => phrase * singleCodes + character + 1;
  const placeOf = (key: number): number => {
    const mixed = Math.imul(key ^ (key >>> 15), 0x9e3779b1);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & mask;
    return place;
  };
  const grow = () => {
    const [oldKeys, oldCodes] = [keys, codes];
    mask = mask * 2 + 1;
    keys = new Float64Array(mask + 1);
    codes = new Int32Array(mask + 1);
    for (const [index, key] of oldKeys.entries()) {
      if (key === 0) continue;
      const place = placeOf(key);
      keys[place] = key;
      codes[place] = oldCodes[index] ?? 0;
    }
  };
  return {
    find(phrase, character) {
      const place = placeOf(keyOf(phrase, character));
      return keys[place] === 0 ? -1 : (codes[place] ?? -1);
    },
    add(phrase, character) {
      if (count * 2 > mask) grow();
      const key = keyOf(phrase, character);
      const place = placeOf(key);
      keys[place] = key;
      codes[place] = singleCodes + count;
      count += 1;
    },
  };
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
      const escape = readEscape(bytes, index);
      units[count] = escape ? escape.unit : (bytes[index] ?? 0);
      index += escape ? escape.length : 1;
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
