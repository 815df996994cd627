/**
 * The compact form of a conversation on the wire: LZW over the JSON text. Codes 0 to 255 are those characters, new codes count
 * up from 256 without bound. A character above U+00FF is first written `U+` and four hex digits; a literal `U+` that hex digits
 * follow is escaped by writing its `U` that way, so that every text survives, lone surrogates included.
 */
export function compressText(text: string): number[] {
  const bytes = escapeWide(text);
  if (bytes === "") return [];
  const codes = new Map<string, number>();
  for (let code = 0; code < 256; code++) codes.set(String.fromCharCode(code), code);
  const output: number[] = [];
  let phrase = "";
  for (const character of bytes) {
    const longer = phrase + character;
    if (codes.has(longer)) {
      phrase = longer;
      continue;
    }
    output.push(codes.get(phrase) ?? 0);
    codes.set(longer, codes.size);
    phrase = character;
  }
  output.push(codes.get(phrase) ?? 0);
  return output;
}

export class LzwError extends Error {}

/** Reads what `compressText` wrote, and what older clients wrote. Throws LzwError on codes that no text gives. */
export function decompressText(codes: readonly number[], maxLength: number = Number.POSITIVE_INFINITY): string {
  const phrases: string[] = [];
  for (let code = 0; code < 256; code++) phrases.push(String.fromCharCode(code));
  const parts: string[] = [];
  let length = 0;
  let previous: string | null = null;
  for (const code of codes) {
    const phrase: string | undefined =
      code === phrases.length && previous !== null ? previous + previous.charAt(0) : phrases[code];
    if (phrase === undefined) throw new LzwError(`code ${code} stands for nothing at this place`);
    length += phrase.length;
    if (length > maxLength) throw new LzwError(`the text is longer than ${maxLength} characters`);
    parts.push(phrase);
    if (previous !== null) phrases.push(previous + phrase.charAt(0));
    previous = phrase;
  }
  return unescapeWide(parts.join(""));
}

function escapeWide(text: string): string {
  return text.replace(/U(?=\+[0-9a-fA-F])|[\u0100-\uffff]/g, (character) => {
    return `U+${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function unescapeWide(text: string): string {
  return text.replace(/U\+([0-9a-fA-F]{3,4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
