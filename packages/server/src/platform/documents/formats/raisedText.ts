const raisedCharacters: Readonly<Record<string, string>> = mapCharacters("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ");
const loweredCharacters: Readonly<Record<string, string>> = mapCharacters("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎");

/** Endings of ordinal numbers and marks that mean the same on the line. */
const ordinaryPattern = /^(st|nd|rd|th|er|re|ème|ter|te|º|ª|°|™|®|tm|[*†‡§′″'’"”.,;:])+$/iu;
/**
 * Endings that mean the same on the line only after some texts: "XIXe", "1ère", "2de", "Mme", "no", "1o". A single "d" or
 * "a" after other numbers is an exponent.
 */
const ordinaryEndings: readonly (readonly [before: RegExp, raised: RegExp])[] = [
  [/(\d|[IVXLCD]|\b[ivxlc]{2,})$/u, /^(e|es|er|ers|re|res|ère|ères|de|des|me|mes|os|as)$/u],
  [/\bM$/u, /^(e|es|me|mes|lle|lles|gr)$/u],
  [/\b[Nn]$/u, /^(o|os)$/u],
  [/(\b1|\d\.)$/u, /^[oad]$/u],
];
/** The longest part of the text before that decides. */
const maxBeforeLength = 10;

/**
 * Writes raised text so that it stays apart from what is before it, as in "10⁶" and "x^k": with Unicode's raised
 * characters, or with "^" if it has others. `before`: the text on whose end it follows.
 */
export function raiseText(text: string, before: string): string {
  return isOrdinary(text.trim(), before) ? text : replaceCharacters(text, raisedCharacters, "^");
}

/** Does the same as `raiseText` for lowered text, as in "H₂O" and "x_k". */
export function lowerText(text: string): string {
  return replaceCharacters(text, loweredCharacters, "_");
}

/** Separates a number from the fraction that follows it: in "1¹/₂", the first of them is no exponent. */
export function separateFractions(text: string): string {
  return text.replace(/(\d)([⁰¹²³⁴-⁹]+[/⁄][₀-₉]+)/gu, "$1 $2");
}

function isOrdinary(raisedText: string, before: string): boolean {
  const end = before.slice(-maxBeforeLength);
  return ordinaryEndings.some(([pattern, raised]) => raised.test(raisedText) && pattern.test(end));
}

function replaceCharacters(text: string, characters: Readonly<Record<string, string>>, mark: string): string {
  const trimmedText = text.trim();
  if (trimmedText === "" || ordinaryPattern.test(trimmedText) || isChanged(trimmedText)) return text;
  const replaced = [...trimmedText].map((character) => characters[character]);
  const result = replaced.every((character) => character !== undefined)
    ? replaced.join("")
    : `${mark}${/\s/.test(trimmedText) ? `(${trimmedText})` : trimmedText}`;
  return text.replace(trimmedText, () => result);
}

/** True if the text already consists of raised or lowered characters. */
const isChanged = (text: string) => /^[⁰¹²³⁴-⁹⁺⁻⁼⁽⁾ⁿ₀-₎]/u.test(text);

function mapCharacters(from: string, to: string): Record<string, string> {
  const targets = [...to];
  return Object.fromEntries([...from].map((character, index) => [character, targets[index] ?? character]));
}
