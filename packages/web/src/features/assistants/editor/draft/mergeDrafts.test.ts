import { expect, test } from "vitest";
import { createEmptyDraft } from "./assistantDraft.ts";
import { mergeDrafts } from "./mergeDrafts.ts";

const base = { ...createEmptyDraft(), name: "Heat tutor", description: "Old", tags: "a, b" };

test("fields that only one of two people has changed keep that change, and one's own change wins in the others", () => {
  const mine = { ...base, instructions: "Mine", disclaimer: "Mine" };
  const theirs = { ...base, description: "Theirs", instructions: "Theirs", starters: ["Why?"], isPublished: true };
  expect(mergeDrafts(base, mine, theirs)).toEqual({
    ...base,
    description: "Theirs",
    instructions: "Mine",
    disclaimer: "Mine",
    starters: ["Why?"],
    isPublished: true,
  });
});

test("a field that the person has emptied stays empty", () => {
  expect(mergeDrafts(base, { ...base, tags: "" }, { ...base, tags: "a, b, c" }).tags).toBe("");
});
