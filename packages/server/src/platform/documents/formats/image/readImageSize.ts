export interface ImageSize {
  width: number;
  height: number;
  /** False if the format, such as JPEG, has no transparency. */
  canBeTransparent: boolean;
}

/** Reads the size of a PNG, JPEG, GIF or WebP from its header, without decoding it. Null if the header is invalid. */
export function readImageSize(bytes: Buffer): ImageSize | null {
  try {
    if (bytes.subarray(1, 4).toString("latin1") === "PNG")
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), canBeTransparent: true };
    if (bytes.subarray(0, 3).toString("latin1") === "GIF")
      return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), canBeTransparent: true };
    if (bytes.subarray(8, 12).toString("latin1") === "WEBP") return readWebpSize(bytes);
    return readJpegSize(bytes);
  } catch {
    // The header is truncated.
    return null;
  }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebpSize(bytes: Buffer): ImageSize | null {
  switch (bytes.subarray(12, 16).toString("latin1")) {
    case "VP8 ":
      return {
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
        canBeTransparent: false,
      };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, canBeTransparent: true };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, canBeTransparent: true };
    default:
      return null;
  }
}

/** Reads the size from the frame header (ITU T.81, B.2.2), which other segments can precede. Null if there is none. */
function readJpegSize(bytes: Buffer): ImageSize | null {
  let offset = 2;
  while (offset + 9 < bytes.length) {
    if (bytes[offset] !== 0xff) return null;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame)
      return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5), canBeTransparent: false };
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}
