import { expect, test } from "vitest";
import { locateQuote, selectParts } from "./locateQuote.ts";

const toItems = (...texts: string[]) => texts.map((content) => ({ content }));

test("a quote is found in the items that have its text now, whatever their number and white space", async () => {
  const items = toItems("# Rules", "Books are lent\nfor four weeks.", "Fees are due at once.", "The end.");
  expect(await locateQuote(items, "lent for four weeks.\n\nFees are due")).toEqual([1, 2]);
  expect(await locateQuote(items, "… Fees are due at once. …")).toEqual([2]);
});

test("a quote whose text has changed is found by the parts that have not", async () => {
  const items = toItems("Room: N1; Seats: 12", "Room: Aula; Building: North wing; Seats: 200", "Room: N3; Seats: 8");
  expect(await locateQuote(items, "Aula: N2; Building: North wing; 200: 12")).toEqual([1]);
  expect(await locateQuote(items, "Nothing of this is in the document any more.")).toEqual([]);
  expect(await locateQuote(items, " \n")).toEqual([]);
});

test("a quote across items and one that begins twice are found as a whole", async () => {
  const items = toItems("ab ab", "", "ab ac", "the rest");
  expect(await locateQuote(items, "ababac")).toEqual([0, 2]);
  expect(await locateQuote(items, "acthe")).toEqual([2, 3]);
});

test("the work is bounded, and other requests get their turn", async () => {
  const quote = Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join("\n");
  expect(selectParts(quote, 1_000)).toHaveLength(40);
  expect(selectParts(quote, 20_000_000)).toHaveLength(10);
  expect(selectParts(`${"x".repeat(5_000)}\nshort line`, 1_000).map(({ length }) => length)).toEqual([60, 9]);
  let turns = 0;
  const items = toItems(...Array.from({ length: 200 }, () => "a".repeat(1_000)));
  expect(await locateQuote(items, quote, async () => void turns++)).toEqual([]);
  // 200,000 letters: once without white space, once as a whole and once for each of 40 parts.
  expect(turns).toBe(8);
});
