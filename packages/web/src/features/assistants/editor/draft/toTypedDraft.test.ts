import { expect, test } from "vitest";
import { createEmptyDraft, toContent } from "./assistantDraft.ts";
import { createDefinition } from "./testing/createDefinition.ts";
import { toTypedDraft } from "./toTypedDraft.ts";

const submitted = {
  ...createEmptyDraft("Heat "),
  tags: "physics, first year,",
  starters: ["What is heat?", ""],
  instructions: "Be brief.",
};

test("what has been saved stays as it was typed: a space at the end, a comma, an empty line", () => {
  expect(toTypedDraft(submitted, toContent(submitted), null)).toEqual(submitted);
});

test("documents that were added are part of what has been saved", () => {
  const own = [{ id: "file-1", name: "Notes.pdf", type: "application/pdf" }];
  const content = toContent(submitted, { own, byType: { Student: own } });
  expect(toTypedDraft(submitted, content, null)).toEqual({
    ...submitted,
    dataSources: own,
    groupTypeData: { Student: { ...emptyType, dataSources: own } },
  });
});

test("what the server has stored otherwise is taken from there", () => {
  const content = toContent(submitted);
  const data = { ...createDefinition().data, ...content.data, groupTypeData: {} };
  const stored = createDefinition({ ...content, data, instructions: "Be brief. Cite.", isPublished: false });
  expect(toTypedDraft(submitted, content, stored)).toEqual({ ...submitted, instructions: "Be brief. Cite." });
});

const emptyType = { additionalInstructions: "", isDisabled: false, disabledMessage: "" };
