import { expect, test } from "vitest";
import { shortenQuote } from "./shortenQuote.ts";

test("a short quote is on one line", () => {
  expect(shortenQuote("3.17. /srv\nServed  data.\n", "a.txt", 60)).toBe("3.17. /srv Served data.");
});

test.each(["-", "*", "+", "•"])("a short quote does not start with the sign %s of a list", (sign) => {
  expect(shortenQuote(`${sign} Rhine\n${sign} Rhône`, "a.md", 60)).toBe("Rhine • Rhône");
  expect(
    shortenQuote(`Rivers. ${sign} The longest is the Rhine.`, "a.md", 30, `${sign} The longest is the Rhine.`),
  ).toBe("… The longest is the Rhine.");
  expect(shortenQuote(`${sign}5 °C`, "a.md", 60)).toBe(`${sign}5 °C`);
});

test("a short quote in plain text starts with the sign of its number", () => {
  expect(shortenQuote("- 5 °C at night", "a.txt", 60)).toBe("- 5 °C at night");
  expect(shortenQuote("- 5 °C at night", "a.md", 60)).toBe("5 °C at night");
});

test("a long quote is truncated after a word", () => {
  expect(shortenQuote("Lots of people simply cannot resist", "a.txt", 20)).toBe("Lots of people…");
});

test("a quote starts with its key sentence if this is not within its start", () => {
  const content = "Lots of people simply cannot resist. They carry\nsand.";
  expect(shortenQuote(content, "a.txt", 30, "They carry\nsand.")).toBe("… They carry sand.");
  expect(shortenQuote(content, "a.txt", 60, "They carry\nsand.")).toBe(content.replace("\n", " "));
  expect(shortenQuote(content, "a.txt", 30, "Not in it.")).toBe("Lots of people simply cannot…");
});
