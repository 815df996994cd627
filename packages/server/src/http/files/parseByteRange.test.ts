import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseByteRange } from "./parseByteRange.ts";

describe("parseByteRange", () => {
  test("never returns a range outside the body", () => {
    const part = fc.oneof(fc.constant(""), fc.nat().map(String), fc.string());
    fc.assert(
      fc.property(part, part, fc.nat(), (first, last, total) => {
        const range = parseByteRange(`bytes=${first}-${last}`, total);
        if (range === null || range === "unsatisfiable") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(total);
      }),
    );
  });

  test("returns an existing range unchanged", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (start, more, beyond) => {
        const end = start + more;
        const total = end + 1 + beyond;
        expect(parseByteRange(`bytes=${start}-${end}`, total)).toEqual({ start, end });
        expect(parseByteRange(`bytes=${start}-`, total)).toEqual({ start, end: total - 1 });
        expect(parseByteRange(`bytes=${total}-`, total)).toBe("unsatisfiable");
      }),
    );
  });

  test("returns null for any other header", () => {
    for (const header of [
      undefined,
      "",
      "bytes",
      "bytes=-",
      "items=0-1",
      "bytes=0-1,2-3",
      "bytes=2-1",
      "bytes=1.5-2",
    ]) {
      expect(parseByteRange(header, 10), String(header)).toBeNull();
    }
  });
});
