import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasTags, parseSearch, splitTags, toggleTag } from "./parseSearch.ts";

describe("a search", () => {
  test("has words and tags, the latter with `#`, in quotation marks where they have spaces", () => {
    expect(parseSearch("  heron #Physics  at   dawn ")).toEqual({ text: "heron at dawn", tags: ["physics"] });
    expect(parseSearch('#"grant budget" #a #a')).toEqual({ text: "", tags: ["grant budget", "a"] });
    expect(parseSearch("C# and a#b")).toEqual({ text: "C# and a#b", tags: [] });
    expect(parseSearch("#")).toEqual({ text: "", tags: [] });
    expect(parseSearch('#"not yet clo')).toEqual({ text: "", tags: ["not yet clo"] });
  });

  test("takes a tag and gives it back, whatever the tag is made of", () => {
    const tag = fc.stringMatching(/^[\p{L}\d_-]{1,8}( [\p{L}\d_-]{1,8}){0,2}$/u);
    fc.assert(
      fc.property(tag, (wanted) => {
        const typed = toggleTag("two words", wanted);
        expect(parseSearch(typed)).toEqual({ text: "two words", tags: [wanted.toLocaleLowerCase()] });
        expect(toggleTag(typed, wanted)).toBe("two words");
      }),
    );
  });

  test("has the whole tag in the place of what was typed of it", () => {
    expect(toggleTag("heron #phy", "Physics")).toBe("#Physics heron");
  });

  test("finds what has all tags, also by their beginnings and in any case", () => {
    expect(hasTags({ tags: ["Physics", "draft"] }, ["phy", "draft"])).toBe(true);
    expect(hasTags({ tags: ["Physics"] }, ["physics", "draft"])).toBe(false);
    expect(hasTags({ tags: [] }, [])).toBe(true);
  });
});

test("tags are typed with commas between them, and trimmed", () => {
  expect(splitTags(" physics , ,grant budget,physics,", 200)).toEqual(["physics", "grant budget"]);
  expect(splitTags("abcdef", 3)).toEqual(["abc"]);
});
