/** Control characters, and invisible characters that reorder or hide parts of a URL. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const maxUrlLength = 2_000;
const maxImageUrlLength = 7_000_000;

/**
 * Returns a web or mailto URL that a document can link to; null for any other, such as a file on the reader's computer.
 */
export function sanitizeLinkUrl(address: string): string | null {
  if (invisibleCharacters.test(address) || address.length > maxUrlLength) return null;
  if (/^mailto:[^\s@<>"?]+@[^\s@<>"?]+\.[^\s@<>"?]+$/i.test(address)) return address;
  if (!/^https?:\/\/[^/\\]/i.test(address)) return null;
  const url = URL.parse(address);
  // A user name before the host is misleading, as in https://bank.example@evil.example.
  return url && url.username === "" && url.password === "" ? url.href : null;
}

/** Returns a data URL of an image format that Word and PowerPoint support; null for any other URL. */
export function sanitizeImageDataUrl(address: string): string | null {
  if (address.length > maxImageUrlLength) return null;
  return /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+={0,2}$/.test(address) ? address : null;
}
