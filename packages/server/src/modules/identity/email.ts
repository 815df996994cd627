const maxEmailLength = 254;

/** Returns true if the text has the form of an e-mail address: non-space, @, non-space, dot, non-space. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
