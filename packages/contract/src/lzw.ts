/**
 * The compact form of a conversation on the wire: LZW over the JSON text. Codes 0 to 255 are those characters, new codes count
 * up from 256 without bound. A character above U+00FF is first written `U+` and four hex digits; a literal `U+` that hex digits
 * follow is escaped by writing its `U` that way, so that every text survives, lone surrogates included.
 */
export function compressText(text: string): number[] {
  const bytes = escapeWide(text);
  if (bytes === "") return [];
  // From a phrase's code and the next character to the code of the phrase with that character.
  const longer = new Map<number, number>();
  const output: number[] = [];
  let phrase = bytes.charCodeAt(0);
  for (let index = 1; index < bytes.length; index++) {
    const character = bytes.charCodeAt(index);
    const key = phrase * singleCodes + character;
    const known = longer.get(key);
    if (known !== undefined) {
      phrase = known;
      continue;
    }
    output.push(phrase);
    longer.set(key, singleCodes + longer.size);
    phrase = character;
  }
  output.push(phrase);
  return output;
}

/** The codes are those of no text, or of one that is too long. */
export class LzwError extends Error {}

const singleCodes = 256;

/**
 * Reads what `compressText` wrote, and what older clients wrote. `maxLength` is in characters before the wide ones are put back.
 * Throws LzwError on codes that no text gives and on a longer text.
 */
export function decompressText(codes: readonly number[], maxLength: number = Number.POSITIVE_INFINITY): string {
  // The phrase that code `256 + k` stands for is the text of the k-th code and one character more, which follows it in the
  // output: so a phrase is a place in the output, and no phrase is kept beside it.
  const starts: number[] = [];
  let output = new Uint8Array(Math.min(maxLength, Math.max(codes.length * 2, 256)));
  let length = 0;
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
  }
  return unescapeWide(latin1(output.subarray(0, length)));
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number, maxLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(maxLength, Math.max(needed, bytes.length * 2)));
  larger.set(bytes);
  return larger;
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  const step = 8_192;
  for (let from = 0; from < bytes.length; from += step) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + step)));
  }
  return parts.join("");
}

function escapeWide(text: string): string {
  return text.replace(/U(?=\+[0-9a-fA-F])|[\u0100-\uffff]/g, (character) => {
    return `U+${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function unescapeWide(text: string): string {
  return text.replace(/U\+([0-9a-fA-F]{3,4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
