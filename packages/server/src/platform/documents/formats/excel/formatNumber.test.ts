import { expect, test } from "vitest";
import { formatNumber } from "./formatNumber.ts";

test.each([
  ["1.5", "[h]:mm", "36:00"],
  ["-0.0625", "[h]:mm", "-1:30"],
  ["-0.0625", "[h]:mm;[Red]-[h]:mm", "-1:30"],
  ["-0.0625", "h:mm", "-1:30"],
  ["0.75", "h:mm", "18:00"],
  ["0", "yyyy-mm-dd", "1904-01-01"],
])("in a file with days from 1904, %s as %s is %s", (value, pattern, shown) => {
  expect(formatNumber(value, pattern, true)).toBe(shown);
});

test.each([
  ["-1234.1", "0.00;[Red]0.00", "-1234.10"],
  ["-1234", "#,##0;[Red]#,##0", "-1,234"],
  ["-5", '0" DR";0" CR"', "-5 CR"],
  ["-5", "#,##0.00;(#,##0.00)", "(5.00)"],
  ["-5", "0;-0", "-5"],
  ["-0.2", "0;[Red]0", "0"],
  ["-5", '"yes";"no"', "no"],
])("the sign of %s as %s is kept in %s", (value, pattern, shown) => {
  expect(formatNumber(value, pattern, false)).toBe(shown);
});

test.each([
  ["9783161484100", 'General" Stk"', "9783161484100 Stk"],
  ["-9783161484100", 'General" Stk"', "-9783161484100 Stk"],
  ["9783161484100", "General;[Red]-General", "9783161484100"],
  ["-9783161484100", "General;[Red]-General", "-9783161484100"],
  ["12.5", '"General: "General', "General: 12.5"],
  ["4012345678901234567", "0", "4012345678901234567"],
  ["4012345678901234567", "#,##0", "4012345678901234567"],
  ["-4012345678901234567", '#,##0\\ "€"', "-4012345678901234567 €"],
  ["4012345678901234567", "#,##0.00", "4012345678901234567.00"],
  ["1234567", "#,##0", "1,234,567"],
  ["12.345", "0.00", "12.35"],
  ["0.5", "0%", "50%"],
])("all digits of %s as %s are kept in %s", (value, pattern, shown) => {
  expect(formatNumber(value, pattern, false)).toBe(shown);
});

test.each([
  ["1234", "#,##0 [$€-407]", "1,234 €"],
  ["-1234.5", "#,##0.00 [$€-407];[Red]-#,##0.00 [$€-407]", "-1,234.50 €"],
  ["1234", "[$CHF-807] #,##0", "CHF 1,234"],
  ["1234", "[$-407]#,##0", "1,234"],
  ["1234", "[$$-409]#,##0", "$1,234"],
])("the separators of %s do not depend on the locale in %s", (value, pattern, shown) => {
  expect(formatNumber(value, pattern, false)).toBe(shown);
});

test("a pattern without sections hides its numbers", () => {
  expect(formatNumber("5", ";;;", false)).toBe("");
});
