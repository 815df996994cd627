const longestEmail = 254;

/** The rule for e-mail addresses everywhere: non-space, @, non-space, dot, non-space. */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
