const maxEmailLength = 254;

/** The one rule for e-mail addresses: non-space, @, non-space, dot, non-space. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
