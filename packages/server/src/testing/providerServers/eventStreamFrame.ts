import { crc32 } from "node:zlib";

/**
 * Encodes a message of `application/vnd.amazon.eventstream`: a prelude (total length, length of the headers, checksum),
 * string headers, the payload, and a checksum of everything before it. Numbers are big-endian.
 */
export function encodeEventStreamFrame(headers: Readonly<Record<string, string>>, payload: string): Uint8Array {
  const headerBytes = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)));
  const body = Buffer.from(payload, "utf8");
  const frame = Buffer.alloc(12 + headerBytes.length + body.length + 4);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(headerBytes.length, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  headerBytes.copy(frame, 12);
  body.copy(frame, 12 + headerBytes.length);
  frame.writeUInt32BE(crc32(frame.subarray(0, frame.length - 4)), frame.length - 4);
  return frame;
}

const stringType = 7;

function encodeHeader(name: string, value: string): Buffer {
  const nameBytes = Buffer.from(name, "utf8");
  const valueBytes = Buffer.from(value, "utf8");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(valueBytes.length, 0);
  return Buffer.concat([Buffer.from([nameBytes.length]), nameBytes, Buffer.from([stringType]), length, valueBytes]);
}
