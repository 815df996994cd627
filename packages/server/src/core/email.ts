const maxEmailLength = 254;

/**
 * Returns true if the text has the form of an email address, such as `a@b.c`, and is not too long. Refuses control
 * characters, invisible ones, and those that fold to an ASCII letter, such as the Kelvin sign: the address would look
 * like, or become, another person's.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength || /[\s\p{C}]/u.test(text) || foldsToAscii(text)) return false;
  // Split instead of matched with an expression, which takes quadratic time for many dots.
  const [name, domain, ...rest] = text.split("@");
  if (!name || !domain || rest.length > 0) return false;
  const dot = domain.indexOf(".", 1);
  return dot > 0 && dot < domain.length - 1;
}

/** True if a character outside ASCII becomes an ASCII letter in lower case or in the normalization of Unicode. */
function foldsToAscii(text: string): boolean {
  return (text.match(/[^\0-\x7f]/gu) ?? []).some((character) =>
    /^[\0-\x7f]+$/.test(character.toLowerCase().normalize("NFKC")),
  );
}

/**
 * Returns the form in which an email address is stored and compared: trimmed and in lower case, whatever the locale.
 * What `isEmail` refuses is not cleaned, so that it is still refused afterwards.
 * The database stores addresses in this form and never folds them, because its `lower` depends on its locale.
 */
export function foldEmail(email: string): string {
  return trimSpaces(email).replace(/[^\0-\x7f]+|[A-Z]+/g, (part) => (foldsToAscii(part) ? part : part.toLowerCase()));
}

/** Trims spaces only: a text with a tab or a line break at its end is no address, and stays none. */
function trimSpaces(text: string): string {
  const trimmedText = text.trim();
  return /^ *$/.test(text.replace(trimmedText, () => "")) ? trimmedText : text;
}
