import { toTopicTitle } from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanTitle } from "./titles.ts";

describe("cleanTitle", () => {
  test("removes quotation marks, markdown, labels, a full stop and further lines", () => {
    expect(cleanTitle('"Growing Tomatoes."')).toBe("Growing Tomatoes");
    expect(cleanTitle("**Growing `Tomatoes`**\n\nI hope this helps!")).toBe("Growing Tomatoes");
    expect(cleanTitle("# Title: „Tomaten auf dem Balkon“")).toBe("Tomaten auf dem Balkon");
    expect(cleanTitle("<think>They ask\nabout…</think>\n  Growing\tTomatoes  ")).toBe("Growing Tomatoes");
    expect(cleanTitle("トマトの育て方。")).toBe("トマトの育て方");
    expect(cleanTitle("What is C#?")).toBe("What is C#?");
    expect(cleanTitle("High tide at six [1], low [2]")).toBe("High tide at six, low");
    expect(cleanTitle("Sorting a list[3]")).toBe("Sorting a list");
  });

  test("handles a very long line in reasonable time", () => {
    expect(cleanTitle(`Tomatoes${" .".repeat(2_000_000)}x`)).toBe("Tomatoes");
  });

  test("[C4.16] cuts at the end of a word and marks it with an ellipsis, under 30 characters", () => {
    expect(cleanTitle("A Comprehensive Guide to Growing Tomatoes")).toBe("A Comprehensive Guide to…");
    expect(cleanTitle("A Guide to Growing Tomatoes, and Basil")).toBe("A Guide to Growing Tomatoes…");
    expect(cleanTitle("Twenty-nine characters a line")).toBe("Twenty-nine characters a line");
    expect(cleanTitle("Donaudampfschifffahrtsgesellschaftskapitän")).toHaveLength(29);
  });

  test("is empty if there is no title in the output", () => {
    for (const output of [
      "",
      "  \n ",
      '""',
      "…",
      "<think>never ends",
      `![Picture](data:image/png;base64,${"A".repeat(50_000)})`,
    ])
      expect(cleanTitle(output)).toBe("");
  });

  test("[C9.07] is under 30 characters, and the title of a topic has at most six words", () => {
    const text = "How often it rains in Bergen during a whole year";
    expect(cleanTitle(text).length).toBeLessThan(30);
    expect(cleanTitle("Twenty-nine characters a line")).toBe("Twenty-nine characters a line");
    expect(cleanTitle("Thirty characters as one title").length).toBeLessThan(30);
    expect(toTopicTitle(text)).toBe("How often it rains in Bergen");
  });

  test("[C4.16] gives one well-formed line under 30 characters from any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (output) => {
        const title = cleanTitle(output);
        expect(title.length).toBeLessThan(30);
        expect(title).toBe(title.trim());
        expect(title.isWellFormed()).toBe(true);
        expect(title).not.toMatch(/[\0\r\n]/);
      }),
      { numRuns: getFuzzRunCount(2_000) },
    );
  });
});
