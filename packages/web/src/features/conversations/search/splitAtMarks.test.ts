import fc from "fast-check";
import { expect, test } from "vitest";
import { splitAtMarks } from "./splitAtMarks.ts";

test("a passage is cut at what was found in it", () => {
  expect(splitAtMarks("the heron waits", [[4, 9]])).toEqual([
    { from: 0, text: "the ", isMarked: false },
    { from: 4, text: "heron", isMarked: true },
    { from: 9, text: " waits", isMarked: false },
  ]);
});

test("whatever the marks are, nothing of the text is lost or said twice, and no two marked parts touch", () => {
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
