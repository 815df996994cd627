/** What separates entries in typed or pasted text, besides commas. */
const separators = /[,;\n\r\t]+/;

/** True if the text has the form of an email address, as the server checks it. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** True if the text has the form of a system id: letters, digits and hyphens, then a hyphen and six digits. */
export const isSystemId = (text: string): boolean => /^[a-z0-9-]+-\d{6}$/i.test(text);

export const isGroupEntry = (entry: string): boolean => entry.startsWith("#");

/** True if the text contains more than one entry, or a finished one. */
export const hasSeparator = (text: string): boolean => separators.test(text);

/**
 * Splits text into entries: email addresses and system ids in lower case, and `#` with the name of a group. Also reads
 * what mail programs copy, such as `"Lovelace, Ada" <ada@example.org>`, and addresses that only spaces separate.
 */
export function splitPeople(text: string): string[] {
  const addresses = text.replace(/(?:"[^"]*"|[^,;<>\n\r\t"]*)\s*<\s*([^<>\s]+@[^<>\s]+)\s*>/g, ",$1,");
  return addresses
    .split(separators)
    .flatMap(splitAtSpaces)
    .map(normalizeEntry)
    .filter((entry) => entry !== "" && entry !== "#");
}

/**
 * Splits `a@b.c d@e.f`, but no group name. Several words with an @ are a list of addresses, also if some are wrong, so
 * that only those must be corrected.
 */
function splitAtSpaces(text: string): string[] {
  const words = text.trim().split(/\s+/);
  if (isGroupEntry(text.trim())) return [text];
  const isList =
    words.every((word) => isEmail(word) || isSystemId(word)) || words.filter((word) => word.includes("@")).length > 1;
  return isList ? words : [text];
}

function normalizeEntry(text: string): string {
  const entry = text.trim();
  if (isGroupEntry(entry)) return `#${entry.slice(1).trim()}`;
  // What must be corrected is shown as it was typed.
  return isEmail(entry) || isSystemId(entry) ? entry.toLowerCase() : entry;
}
