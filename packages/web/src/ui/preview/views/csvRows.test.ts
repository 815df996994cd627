import { expect, test } from "vitest";
import { readCsv, sortRows } from "./csvRows.ts";

test("reads CSV and TSV; short rows and an open field are accepted", () => {
  expect(readCsv('\uFEFFa,b\r\n1,"x,\ny"\r\n2,3,4\n"open')).toEqual({
    columns: ["a", "b", ""],
    rows: [["1", "x,\ny"], ["2", "3", "4"], ["open"]],
  });
  expect(readCsv('a\tb\n1\t"x" y, z')).toEqual({ columns: ["a", "b"], rows: [["1", '"x" y, z']] });
  expect(readCsv("")).toEqual({ columns: [], rows: [] });
});

test("sorts numbers by value before texts, empty fields last, and keeps the order of equal rows", () => {
  const rows = ["10", "9", "", "b", "1,000", "A", "-2", "$5", "9"].map((value, index) => [value, String(index)]);
  const sort = (isAscending: boolean) =>
    sortRows(rows, { column: 0, isAscending }).map(([value, index]) => `${value}@${index}`);
  expect(sort(true)).toEqual(["-2@6", "$5@7", "9@1", "9@8", "10@0", "1,000@4", "A@5", "b@3", "@2"]);
  expect(sort(false)).toEqual(["b@3", "A@5", "1,000@4", "10@0", "9@1", "9@8", "$5@7", "-2@6", "@2"]);
});
