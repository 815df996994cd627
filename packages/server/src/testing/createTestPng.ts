import { crc32, deflateSync } from "node:zlib";

/** Creates a PNG of one colour, `side` px wide and high. */
export function createTestPng(side: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8); // 8 bits per channel, RGB
  const row = Buffer.from([0, ...Array.from({ length: side }, () => [red, green, blue]).flat()]);
  const pixels = Buffer.concat(Array.from({ length: side }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    createPngChunk("IHDR", header),
    createPngChunk("IDAT", deflateSync(pixels)),
    createPngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
