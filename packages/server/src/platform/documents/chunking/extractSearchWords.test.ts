import { describe, expect, test } from "vitest";
import { extractSearchWords } from "./extractSearchWords.ts";

describe("the search words of a text", () => {
  test.each([
    ["Call e-mail", ["call", "e", "mail"], ["call", "e", "mail", "email"]],
    ["ISO-27001/2", ["iso", "27001", "2"], ["iso", "27001", "2", "iso270012"]],
    ["a- b -c d-", ["a", "b", "c", "d"], ["a", "b", "c", "d"]],
    ["Müller's", ["müller", "s"], ["muller", "s", "mullers"]],
  ])("of %j are also found without accents, and as one where signs join them", (text, words, plain) => {
    expect(extractSearchWords(text)).toEqual({ words, plain });
  });

  test("are the figures themselves if others are raised beside them, as in powers and after years", () => {
    const getWords = (text: string) => extractSearchWords(text).words;
    expect(getWords("10⁶ litres, as in 2024³ and the fee¹")).toEqual(
      "10 6 litres as in 2024 3 and the fee 1".split(" "),
    );
    expect(getWords("10^6")).toEqual(getWords("10⁶"));
    expect(getWords("45 m² of H₂O")).toEqual(["45", "m2", "of", "h2o"]);
    expect(getWords("45 m^2")).toEqual(getWords("45 m²"));
  });

  // With quadratic matching, this would take a quarter of an hour.
  test.each(["a", "1", "a-", "é"])("are extracted in linear time from half a million times %j on one line", (part) => {
    const { words, plain } = extractSearchWords(part.repeat(500_000 / part.length));
    expect(words[0]).toBe(part.slice(0, 1).repeat(words[0]?.length ?? 0));
    for (const word of [...words, ...plain]) expect(word.length).toBeLessThanOrEqual(60);
  });
});
