const maxEmailLength = 254;

/** Returns true if the text has the form of an email address, such as `a@b.c`, and is not too long. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Returns the form in which an email address is stored and compared: trimmed and in lower case, whatever the locale.
 * The database stores addresses in this form and never folds them, because its `lower` depends on its locale.
 */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}
