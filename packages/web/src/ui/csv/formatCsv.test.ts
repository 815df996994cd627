import { parseCsv } from "@lectern/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatCsv } from "./formatCsv.ts";

test("texts that a spreadsheet would run as a formula become texts; numbers stay numbers", () => {
  const rows = [
    ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"],
    ["a,b", 'say "hi"', "two\nlines", null, -2.5, ""],
  ];
  expect(formatCsv(rows)).toBe(
    '\uFEFF\'=1+1,\'+1,\'-1,\'@SUM(A1),\'\tx,"\'\rx"\r\n"a,b","say ""hi""","two\nlines",,-2.5,\r\n',
  );
});

test("what is written is read again", () => {
  const cell = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text) && !text.includes("\r"));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      expect(parseCsv(formatCsv(rows).slice(1))).toEqual(rows);
    }),
  );
});
