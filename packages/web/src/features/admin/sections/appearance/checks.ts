/** Hints while somebody types. The server decides. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && ["https:", "http:"].includes(url.protocol);
}

export const isEmailLike = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
