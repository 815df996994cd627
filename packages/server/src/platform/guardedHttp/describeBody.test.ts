import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeBody } from "./describeBody.ts";

const describe = (bytes: Buffer, contentType: string, others: { isCut?: boolean; encoding?: string } = {}) =>
  describeBody({ bytes, contentType, isCut: false, encoding: "", ...others });

test.each([
  ["application/json", Buffer.from('{"a":"ü"}'), '{"a":"ü"}'],
  ["text/plain; charset=utf-8", Buffer.from("\uFEFFü"), "ü"],
  ["text/html; charset=ISO-8859-1", Buffer.from("ü", "latin1"), "ü"],
  ['text/plain; charset="utf-16le"', Buffer.from("ü", "utf16le"), "ü"],
  ["text/plain; charset=unknown", Buffer.from("ü"), "ü"],
  ["application/problem+json", Buffer.from("{}"), "{}"],
  ["text/plain", Buffer.from([0x61, 0xff, 0]), "a\uFFFD\uFFFD"],
  ["", Buffer.from("ü"), "ü"],
  ["nonsense", Buffer.from("ü"), "ü"],
  ["image/png", Buffer.alloc(0), ""],
])("text is decoded with its character set: %s", (contentType, bytes, text) => {
  expect(describe(bytes, contentType)).toBe(text);
});

test("what is no text is described", () => {
  expect(describe(Buffer.alloc(1_234, 1), "image/png")).toBe("(binary, 1,234 bytes, image/png)");
  expect(describe(Buffer.alloc(9), "image/png", { isCut: true })).toBe("(binary, more than 9 bytes, image/png)");
  expect(describe(Buffer.from([0, 1, 2]), "")).toBe("(binary, 3 bytes, unknown type)");
  expect(describe(Buffer.from([0x61, 0xff]), "")).toBe("(binary, 2 bytes, unknown type)");
  expect(describe(gzipSync("text"), "text/plain", { encoding: "gzip" })).toMatch(/^\(binary, \d+ bytes, gzip\)$/);
});

test("a character that was cut is left out", () => {
  expect(describe(Buffer.from("aü").subarray(0, 2), "text/plain", { isCut: true })).toBe("a");
});
