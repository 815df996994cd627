import { expect, test } from "vitest";
import { separateHeadings } from "./separateHeadings.ts";

test("the headings of an earlier passage are its first line, unless it has no other", () => {
  expect(separateHeadings({ content: "3 Building › 3.3 Tests\n\nRun them.\nA › B\nC" })).toEqual({
    headings: "3 Building › 3.3 Tests",
    content: "\nRun them.\nA › B\nC",
  });
  for (const content of ["3 Building › 3.3 Tests", "3 Building › 3.3 Tests\n \n", "Run them.\nA › B\nC", ""])
    expect(separateHeadings({ content })).toEqual({ headings: "", content });
});

test("the text of a passage whose headings are known stays as it is", () => {
  for (const headings of ["", "Building"])
    expect(separateHeadings({ content: "A › B\nC", headings })).toEqual({ content: "A › B\nC", headings });
});
