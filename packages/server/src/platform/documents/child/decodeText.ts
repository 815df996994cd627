/** Maximum length of a character in UTF-8, in bytes. */
const maxCharacterBytes = 4;

/**
 * Decodes text: as UTF-16 if it has a byte order mark, as UTF-8 if the bytes are valid UTF-8, or else in the declared
 * encoding (windows-1252 if none is declared, or an unknown one). Null if the bytes are not text. `bytes` may end
 * within a character.
 */
export function decodeText(bytes: Buffer, declaredEncoding: string | null = null): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, "utf-16be");
  if (bytes.includes(0)) return null;
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) return looksLikeText(utf8) ? utf8 : null;
  const text = new TextDecoder(resolveEncoding(declaredEncoding)).decode(bytes);
  return looksLikeText(text) ? text : null;
}

function decodeUtf8(bytes: Buffer): string | null {
  for (let cutBytes = 0; cutBytes < maxCharacterBytes; cutBytes++) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytes.length - cutBytes));
    } catch {
      // Either the bytes end within a character, or they are not UTF-8. Retry with fewer bytes to find out.
    }
  }
  return null;
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): string | null {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes("\u0000") || !looksLikeText(text) ? null : text;
}

function resolveEncoding(declaredEncoding: string | null): string {
  if (declaredEncoding === null) return "windows-1252";
  try {
    return new TextDecoder(declaredEncoding).encoding;
  } catch {
    return "windows-1252";
  }
}

/**
 * Returns false if more than one in a hundred of the first 65,536 characters is a replacement character, or a control
 * character that does not occur in text.
 */
function looksLikeText(text: string): boolean {
  const end = Math.min(text.length, 65_536);
  let invalidCharacterCount = 0;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    // Tab, line feed, form feed and carriage return occur in text, and escape in terminal output.
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) || code === 0xfffd)
      invalidCharacterCount++;
  }
  return invalidCharacterCount * 100 <= end;
}
