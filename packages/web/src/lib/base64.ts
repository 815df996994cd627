const bytesPerCall = 0x2000;

/** Encodes the UTF-8 bytes of `text` in standard base64. */
export function encodeBase64(text: string): string {
  return encodeBytesBase64(new TextEncoder().encode(text));
}

/** Encodes bytes in standard base64. */
export function encodeBytesBase64(bytes: Uint8Array): string {
  if ("toBase64" in bytes && typeof bytes.toBase64 === "function") return String(bytes.toBase64());
  let binary = "";
  for (let start = 0; start < bytes.length; start += bytesPerCall) {
    binary += String.fromCharCode(...bytes.subarray(start, start + bytesPerCall));
  }
  return btoa(binary);
}

/** Decodes standard base64 of UTF-8 bytes to text. Throws on any other input. */
export function decodeBase64(base64: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(decodeBytes(base64));
}

function decodeBytes(base64: string): Uint8Array {
  // `fromBase64`, where supported, is about ten times as fast, which matters for long conversations.
  if ("fromBase64" in Uint8Array && typeof Uint8Array.fromBase64 === "function") {
    const bytes: unknown = Uint8Array.fromBase64(base64);
    if (bytes instanceof Uint8Array) return bytes;
  }
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
