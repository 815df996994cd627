import { expect, test } from "vitest";
import { splitColumns } from "./splitColumns.ts";

test("rows of a table have columns", () => {
  expect(splitColumns("bin  Essential command binaries")).toEqual([["bin", "Essential command binaries"]]);
  expect(splitColumns("subject time\n1  5  0\n2  90   0.9")).toEqual([
    ["subject time"],
    ["1", "5", "0"],
    ["2", "90", "0.9"],
  ]);
});

test("a sign between the cells keeps the places of empty ones", () => {
  expect(splitColumns("Boat | Seats | Fee\nStork |  | 70.00\n | 2 | 5\nMo", { isInPdf: true })).toEqual([
    ["Boat", "Seats", "Fee"],
    ["Stork", "", "70.00"],
    ["", "2", "5"],
    ["Mo"],
  ]);
  expect(splitColumns("Stork |  | 70.00", { isInPdf: true })).toEqual([["Stork", "", "70.00"]]);
  expect(splitColumns("Home | Contact")).toBeNull();
});

test("running text has none, even with a wide gap between words", () => {
  expect(splitColumns("The river carries sand.")).toBeNull();
  expect(splitColumns("One\ntwo\nthree  four")).toBeNull();
  expect(splitColumns(`${"A sentence goes on and on. ".repeat(4)}It was not  expected.`)).toBeNull();
  expect(splitColumns("It is raining.  Bring coats.")).toBeNull();
  expect(splitColumns("“Really?”  Yes.  No!  1.  Introduction")).toBeNull();
});
