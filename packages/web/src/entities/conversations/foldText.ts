const isAscii = /^\p{ASCII}*$/u;

/** A text for comparing: without case and accents. */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  // One capital sigma has two small letters.
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");
}

/** The words that are searched for, folded. */
export function wordsOf(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/).filter(Boolean))];
}
