import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTable } from "./parseTable.ts";

test("a table has its header and its rows, and what is escaped is as it was", () => {
  expect(parseTable("| a | b |\n| --- | :-: |\n| 1 \\| 2 | x<br>y |")).toEqual({
    header: ["a", "b"],
    rows: [["1 | 2", "x\ny"]],
  });
  expect(parseTable("| only | a row |")).toEqual({ header: null, rows: [["only", "a row"]] });
});

test("what is no table is none", () => {
  expect(parseTable("just | text")).toBeNull();
  expect(parseTable("")).toBeNull();
  expect(parseTable("| a |\ntext")).toBeNull();
});

test("no text makes it fail", () => {
  const text = fc.array(fc.constantFrom("|", "\\", "-", ":", "\n", " ", "a", "<br>")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (text) => {
      expect(() => parseTable(text)).not.toThrow();
    }),
  );
});
