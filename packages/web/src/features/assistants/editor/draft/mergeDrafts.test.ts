import { expect, test } from "vitest";
import { createEmptyDraft } from "./assistantDraft.ts";
import { createCustomApi } from "./customApiDraft.ts";
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

test("[G3.04] options and operations are merged one by one", () => {
  const api = (id: string, url = "https://example.org/") => ({ ...createCustomApi(), id, url });
  const featureOptions = { ...base.capabilities.featureOptions };
  const before = { ...base, customApis: [api("both"), api("mine"), api("theirs"), api("iDelete"), api("theyDelete")] };
  const mine = {
    ...before,
    customApis: [api("both", "m"), api("mine", "m"), api("theirs"), api("theyDelete"), api("myNew")],
    capabilities: { ...base.capabilities, featureOptions: { ...featureOptions, IncludeApiInstr: true } },
  };
  const theirs = {
    ...before,
    customApis: [api("both", "t"), api("mine"), api("theirs", "t"), api("iDelete"), api("theirNew")],
    capabilities: { ...base.capabilities, featureOptions: { ...featureOptions, IncludeArtifactsInstr: false } },
  };
  const merged = mergeDrafts(before, mine, theirs);
  expect(merged.customApis.map(({ id, url }) => [id, url])).toEqual([
    ["both", "m"],
    ["mine", "m"],
    ["theirs", "t"],
    ["theirNew", "https://example.org/"],
    ["myNew", "https://example.org/"],
  ]);
  expect(merged.capabilities.featureOptions).toMatchObject({ IncludeApiInstr: true, IncludeArtifactsInstr: false });
});
