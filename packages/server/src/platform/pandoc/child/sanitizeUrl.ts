/** Control characters, and invisible characters that reorder or hide parts of a URL. */
const invisibleCharacterPattern = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const maxUrlLength = 2_000;
const maxImageUrlLength = 7_000_000;

/**
 * Returns a web or mailto URL if a document can safely link to it; null for any other, such as a URL of a local file.
 */
export function sanitizeLinkUrl(href: string): string | null {
  if (invisibleCharacterPattern.test(href) || href.length > maxUrlLength) return null;
  if (/^mailto:[^\s@<>"?]+@[^\s@<>"?]+\.[^\s@<>"?]+$/i.test(href)) return href;
  if (!/^https?:\/\/[^/\\]/i.test(href)) return null;
  const url = URL.parse(href);
  // A user name before the host is misleading, as in https://bank.example@evil.example.
  return url && url.username === "" && url.password === "" ? url.href : null;
}

/** Returns the data URL of a PNG, JPEG or GIF image; null for any other URL. */
export function sanitizeImageDataUrl(src: string): string | null {
  if (src.length > maxImageUrlLength) return null;
  return /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+={0,2}$/.test(src) ? src : null;
}
