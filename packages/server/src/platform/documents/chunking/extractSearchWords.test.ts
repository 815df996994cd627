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

  // With quadratic matching, this would take a quarter of an hour.
  test.each(["a", "1", "a-", "é"])("are extracted in linear time from half a million times %j on one line", (part) => {
    const { words, plain } = extractSearchWords(part.repeat(500_000 / part.length));
    expect(words[0]).toBe(part.slice(0, 1).repeat(words[0]?.length ?? 0));
    for (const word of [...words, ...plain]) expect(word.length).toBeLessThanOrEqual(60);
  });
});
