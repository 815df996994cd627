import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachmentDisposition, safeDownloadType } from "./attachmentHeaders.ts";

describe("attachmentDisposition", () => {
  test("is one header value of plain characters that names the whole file, whatever the name is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const header = attachmentDisposition(name);
        const [, plain = "", full = ""] =
          /^attachment; filename="([^"\\]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(header) ?? [];
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(plain).not.toMatch(/[/\\%;]/);
        const kept = name.replace(/[\p{Cc}\p{Cf}]/gu, "").toWellFormed();
        expect(decodeURIComponent(full)).toBe(kept === "" ? "file" : kept);
      }),
    );
  });
});

describe("safeDownloadType", () => {
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
  ])("names %j as bytes", (type) => {
    expect(safeDownloadType(type)).toBe("application/octet-stream");
  });
  test.each([
    ["application/pdf", "application/pdf"],
    ["IMAGE/PNG", "image/png"],
    ["text/plain; charset=utf-7", "text/plain; charset=utf-8"],
    [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
  ])("keeps %j as %j", (type, kept) => {
    expect(safeDownloadType(type)).toBe(kept);
  });
});
