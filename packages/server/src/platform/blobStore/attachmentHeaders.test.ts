import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildAttachmentDisposition, toSafeDownloadType } from "./attachmentHeaders.ts";

describe("buildAttachmentDisposition", () => {
  test("is an ASCII header value with the full file name, whatever the name contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const header = buildAttachmentDisposition(name);
        const [, plain = "", full = ""] =
          /^attachment; filename="([^"\\]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(header) ?? [];
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(plain).not.toMatch(/[/\\%;]/);
        const cleaned = name.replace(/[\p{Cc}\p{Cf}]/gu, "").toWellFormed();
        expect(decodeURIComponent(full)).toBe(cleaned === "" ? "file" : cleaned);
      }),
    );
  });
});

describe("toSafeDownloadType", () => {
  test.each([
    "text/html",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "application/javascript",
    "",
    "x",
    "TEXT/HTML;a",
    "text/plainx",
  ])("replaces %j with application/octet-stream", (type) => {
    expect(toSafeDownloadType(type)).toBe("application/octet-stream");
  });
  test.each([
    ["application/pdf", "application/pdf"],
    ["IMAGE/PNG", "image/png"],
    ["text/plain; charset=utf-7", "text/plain; charset=utf-8"],
    [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
  ])("sends %j as %j", (type, expected) => {
    expect(toSafeDownloadType(type)).toBe(expected);
  });
});
