import { expect, test } from "vitest";
import { createEmptyDraft, toContent } from "./assistantDraft.ts";
import { compareWithNewer } from "./compareWithNewer.ts";
import { mergeDrafts } from "./mergeDrafts.ts";

const base = { ...createEmptyDraft(), name: "Tutor", description: "Helps", instructions: "Be kind." };
const findName = () => null;

test("only fields that both have changed are conflicts; of the others it is known whose is kept", () => {
  const mine = { ...base, name: "My tutor", instructions: "Be brief." };
  const theirs = { ...base, description: "Helps with heat", instructions: "Be slow." };
  const merged = toContent(mergeDrafts(base, mine, theirs));
  expect(compareWithNewer({ base: toContent(base), theirs: toContent(theirs), merged }, findName)).toEqual({
    conflicts: [{ id: "instructions", label: "Instructions", theirs: "Be slow.", mine: "Be brief." }],
    kept: [
      { id: "name", label: "Assistant Name", side: "mine" },
      { id: "description", label: "Description", side: "theirs" },
    ],
  });
});

test("if it is not known what the person started from, each difference is a conflict", () => {
  const versions = { base: null, theirs: toContent(base), merged: toContent({ ...base, name: "My tutor" }) };
  const { conflicts, kept } = compareWithNewer(versions, findName);
  expect(conflicts.map(({ id }) => id)).toEqual(["name"]);
  expect(kept).toEqual([]);
});
