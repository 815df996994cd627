import { expect, test } from "vitest";
import { toPlainQuote } from "./toPlainQuote.ts";

test("a quoted table is shown without its signs", () => {
  expect(toPlainQuote("Rivers:\n\n| River | Length |\n| --- | ---: |\n| Rhine | 1,233 km |\n| a\\|b | 2 |")).toBe(
    "Rivers:\n\nRiver · Length\nRhine · 1,233 km\na|b · 2",
  );
});

test("other text stays as it is", () => {
  expect(toPlainQuote("a | b\n- one\n---")).toBe("a | b\n- one\n---");
});
