import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTable } from "./parseTable.ts";

test("a table is parsed into header and rows, and escapes are decoded", () => {
  expect(parseTable("| a | b |\n| --- | :-: |\n| 1 \\| 2 | x<br>y |")).toEqual({
    header: ["a", "b"],
    rows: [["1 | 2", "x\ny"]],
  });
  expect(parseTable("| only | a row |")).toEqual({ header: null, rows: [["only", "a row"]] });
});

test("other text is not a table", () => {
  expect(parseTable("just | text")).toBeNull();
  expect(parseTable("")).toBeNull();
  expect(parseTable("| a |\ntext")).toBeNull();
});

test("parsing never throws", () => {
  const text = fc.array(fc.constantFrom("|", "\\", "-", ":", "\n", " ", "a", "<br>")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (text) => {
      expect(() => parseTable(text)).not.toThrow();
    }),
  );
});
