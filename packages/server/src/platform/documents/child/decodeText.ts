/** How many bytes of a character may stand at a cut. */
const longestCharacter = 4;

/**
 * A text from its bytes: UTF-16 and UTF-8 by their marks, UTF-8 where the bytes are that, else the declared encoding or windows-1252. Null:
 * they are no text. The end may be cut within a character.
 */
export function decodeText(bytes: Buffer, declared: string | null = null): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, "utf-16be");
  if (bytes.includes(0)) return null;
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) return looksLikeText(utf8) ? utf8 : null;
  const text = new TextDecoder(knownEncoding(declared)).decode(bytes);
  return looksLikeText(text) ? text : null;
}

function decodeUtf8(bytes: Buffer): string | null {
  for (let cut = 0; cut < longestCharacter; cut++) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
    } catch {
      // Cut within a character, or no UTF-8 at all: told by trying again with less.
    }
  }
  return null;
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): string | null {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes("\u0000") || !looksLikeText(text) ? null : text;
}

function knownEncoding(declared: string | null): string {
  if (declared === null) return "windows-1252";
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return "windows-1252";
  }
}

/** Control characters that no text has: one in a hundred is more than an accident. */
function looksLikeText(text: string): boolean {
  const end = Math.min(text.length, 65_536);
  let odd = 0;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    // Tab, line feed, form feed, carriage return and escape are in texts of terminals.
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) || code === 0xfffd) odd++;
  }
  return odd * 100 <= end;
}
