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

test("texts of which another separator would make several cells contain no formula either", () => {
  expect(formatCsv([["a;=1+1;b", "a\t@b", "\n=1", "－1"]])).toBe("\uFEFFa; =1+1;b,a\t @b,\"'\n =1\",'－1\r\n");
  expect(formatCsv([["x", 'a;"=1+1;b', 'c\n"""+1']])).toBe('\uFEFFx,"a;"" =1+1;b","c\n"""""" +1"\r\n');
  expect(formatCsv([["To do:\n- read; +write", "a;b = 1"]])).toBe('\uFEFF"To do:\n - read; +write",a;b = 1\r\n');
});

test("what is written is read again", () => {
  const cell = fc.string().filter((text) => !/(^|[;\t\n]"*)[=+\-@]|^[\t\n]|\r/.test(text));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      expect(parseCsv(formatCsv(rows).slice(1))).toEqual(rows);
    }),
  );
});
