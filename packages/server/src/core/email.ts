const maxEmailLength = 254;

/** Returns true if the text has the form of an e-mail address, such as `a@b.c`, and is not too long. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
