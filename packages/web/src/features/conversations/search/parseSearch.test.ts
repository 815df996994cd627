import { foldText } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasTags, parseSearch, splitTags, toggleTag } from "./parseSearch.ts";

describe("a search", () => {
  test("has words and tags; tags start with `#` and are quoted if they contain spaces", () => {
    expect(parseSearch("  heron #Physics  at   dawn ")).toEqual({ text: "heron at dawn", tags: ["physics"] });
    expect(parseSearch('#"grant budget" #a #a')).toEqual({ text: "", tags: ["grant budget", "a"] });
    expect(parseSearch("C# and a#b")).toEqual({ text: "C# and a#b", tags: [] });
    expect(parseSearch("#")).toEqual({ text: "", tags: [] });
    expect(parseSearch('#"not yet clo')).toEqual({ text: "", tags: ["not yet clo"] });
  });

  test("parses and formats any tag", () => {
    const tag = fc.stringMatching(/^[\p{L}\d_-]{1,8}( [\p{L}\d_-]{1,8}){0,2}$/u);
    fc.assert(
      fc.property(tag, (expectedTag) => {
        const typed = toggleTag("two words", expectedTag);
        expect(parseSearch(typed)).toEqual({ text: "two words", tags: [foldText(expectedTag)] });
        expect(toggleTag(typed, expectedTag)).toBe("two words");
      }),
    );
  });

  test("replaces a partly typed tag with the whole tag", () => {
    expect(toggleTag("heron #phy", "Physics")).toBe("#Physics heron");
  });

  test("finds items with all tags, also by prefix, ignoring case and accents", () => {
    expect(hasTags({ tags: ["Übung"] }, parseSearch("#ubung").tags)).toBe(true);
    expect(hasTags({ tags: ["Physics", "draft"] }, ["phy", "draft"])).toBe(true);
    expect(hasTags({ tags: ["Physics"] }, ["physics", "draft"])).toBe(false);
    expect(hasTags({ tags: [] }, [])).toBe(true);
  });
});

test("typed tags are split at commas and trimmed", () => {
  expect(splitTags(" physics , ,grant budget,physics,", 200)).toEqual(["physics", "grant budget"]);
  expect(splitTags("abcdef", 3)).toEqual(["abc"]);
});
