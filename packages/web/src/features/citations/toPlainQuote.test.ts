import { expect, test } from "vitest";
import { toPlainQuote } from "./toPlainQuote.ts";

test("a quoted table is shown without its signs", () => {
  expect(toPlainQuote("Rivers:\n\n| River | Length |\n| --- | ---: |\n| Rhine | 1,233 km |\n| a\\|b | 2 |")).toBe(
    "Rivers:\n\nRiver · Length\nRhine · 1,233 km\na|b · 2",
  );
});

test("headings and strong text are shown without their signs", () => {
  expect(toPlainQuote("## Erster Dialog\n\nNachdem **er kam**\n### 2. Second")).toBe(
    "Erster Dialog\n\nNachdem er kam\n2. Second",
  );
});

test("other text stays as it is", () => {
  const text = "a | b\n- one\n---\nissue #5 in C# #tag\n2 ** 3 and 4 ** 5";
  expect(toPlainQuote(text)).toBe(text);
});
