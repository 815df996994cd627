import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readByteRange } from "./byteRange.ts";

describe("readByteRange", () => {
  test("gives what lies within, whatever is asked", () => {
    const part = fc.oneof(fc.constant(""), fc.nat().map(String), fc.string());
    fc.assert(
      fc.property(part, part, fc.nat(), (first, last, total) => {
        const range = readByteRange(`bytes=${first}-${last}`, total);
        if (range === null || range === "unsatisfiable") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(total);
      }),
    );
  });

  test("gives every range that is there as it was asked", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (start, more, beyond) => {
        const end = start + more;
        const total = end + 1 + beyond;
        expect(readByteRange(`bytes=${start}-${end}`, total)).toEqual({ start, end });
        expect(readByteRange(`bytes=${start}-`, total)).toEqual({ start, end: total - 1 });
        expect(readByteRange(`bytes=${total}-`, total)).toBe("unsatisfiable");
      }),
    );
  });

  test("takes everything else for none", () => {
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
      expect(readByteRange(header, 10), String(header)).toBeNull();
    }
  });
});
