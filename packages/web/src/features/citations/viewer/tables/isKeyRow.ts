/** A longer key sentence may be a part of a long row. */
const minPartLetters = 40;

/**
 * True if a row of a table is the key sentence of a passage. `names`: the names of the columns, which may be part of the
 * extracted text. Compares letters and digits, because the text has other signs between the cells.
 */
export function isKeyRow(
  cells: readonly string[],
  names: readonly (string | null)[],
  keySentence: string | null,
): boolean {
  const keyLetters = toLetters(keySentence ?? "");
  if (keyLetters === "") return false;
  const hasNames = names.length === cells.length;
  const named = cells.map((cell, column) => (cell === "" || !hasNames ? cell : `${names[column] ?? ""}${cell}`));
  return [named, cells].some((texts) => {
    const letters = toLetters(texts.join(""));
    return letters === keyLetters || (keyLetters.length >= minPartLetters && letters.includes(keyLetters));
  });
}

const toLetters = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, "");
