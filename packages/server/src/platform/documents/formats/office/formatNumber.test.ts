import { expect, test } from "vitest";
import { addOpenDocumentStyles, editOpenDocumentXml } from "./editOpenDocumentXml.ts";
import { formatNumber } from "./formatNumber.ts";

test("letters are counted, or repeated as in Word", () => {
  expect([1, 26, 27, 28, 703].map((value) => formatNumber(value, "lowerAlphabetic"))).toEqual([
    "a",
    "z",
    "aa",
    "ab",
    "aaa",
  ]);
  expect([1, 26, 27, 28].map((value) => formatNumber(value, "upperLetter"))).toEqual(["A", "Z", "AA", "BB"]);
});

test.each([
  ["", "ab"],
  [' style:num-letter-sync="true"', "bb"],
])("the letters of an OpenDocument list with%s continue with %s", (attribute, expected) => {
  const styles = { lists: new Map(), outline: new Map(), hiddenPages: new Set<string>() };
  addOpenDocumentStyles(
    `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="a"${attribute} text:start-value="28"/></text:list-style>`,
    styles,
  );
  const list = '<text:list text:style-name="L"><text:list-item><text:p>no fires</text:p></text:list-item></text:list>';
  expect(editOpenDocumentXml(list, styles, { deletions: 0, hiddenPages: [] })).toContain(`${expected} no fires`);
});
