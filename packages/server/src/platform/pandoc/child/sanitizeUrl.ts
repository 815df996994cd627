/** Control characters, and the invisible ones that turn or hide parts of an address. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const longestAddress = 2_000;
const longestPicture = 7_000_000;

/** Where a link of a document may lead: to a web page or an e-mail; null: nowhere, as to a file of whoever opens it. */
export function sanitizeLinkUrl(address: string): string | null {
  if (hidden.test(address) || address.length > longestAddress) return null;
  if (/^mailto:[^\s@<>"?]+@[^\s@<>"?]+\.[^\s@<>"?]+$/i.test(address)) return address;
  if (!/^https?:\/\/[^/\\]/i.test(address)) return null;
  const url = URL.parse(address);
  // A name before the host, as in https://bank.example@evil.example, is there to mislead.
  return url && url.username === "" && url.password === "" ? url.href : null;
}

/** A picture that stands in the text itself, of a kind that Word and PowerPoint draw; null: any other. */
export function sanitizeImageDataUrl(address: string): string | null {
  if (address.length > longestPicture) return null;
  return /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+={0,2}$/.test(address) ? address : null;
}
