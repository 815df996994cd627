import fc from "fast-check";
import { expect, test } from "vitest";
import { splitAtMarks } from "./splitAtMarks.ts";

test("a passage is split at the words that were found", () => {
  expect(splitAtMarks("the heron waits", [[4, 9]])).toEqual([
    { from: 0, text: "the ", isMarked: false },
    { from: 4, text: "heron", isMarked: true },
    { from: 9, text: " waits", isMarked: false },
  ]);
});

test("for any marks, no text is lost or repeated, and no two marked parts touch", () => {
  const mark = fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 }));
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), fc.array(mark), (text, marks) => {
      const parts = splitAtMarks(text, marks);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      for (const [index, part] of parts.entries()) {
        expect(part.isMarked && parts[index + 1]?.isMarked).not.toBe(true);
      }
    }),
  );
});
