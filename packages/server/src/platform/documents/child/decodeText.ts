/** Maximum number of bytes of a UTF-8 character. */
const maxCharacterBytes = 4;

/**
 * Decodes text: UTF-16 by its byte order mark, UTF-8 if the bytes are valid, or else the declared encoding or
 * windows-1252. Null if the bytes are not text. The last character may be cut off.
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
  for (let cutBytes = 0; cutBytes < maxCharacterBytes; cutBytes++) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytes.length - cutBytes));
    } catch {
      // Either the last character is cut off, or this is not UTF-8. Retry with fewer bytes to find out.
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

/** Returns false if more than one in a hundred characters is a control character that does not occur in text. */
function looksLikeText(text: string): boolean {
  const end = Math.min(text.length, 65_536);
  let controlCharacters = 0;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    // Tab, line feed, form feed, carriage return and escape occur in terminal output.
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) || code === 0xfffd)
      controlCharacters++;
  }
  return controlCharacters * 100 <= end;
}
