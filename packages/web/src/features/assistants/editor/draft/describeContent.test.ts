import { expect, test } from "vitest";
import { createEmptyDraft, toContent } from "./assistantDraft.ts";
import { describeContent, findDifferences } from "./describeContent.ts";

const draft = { ...createEmptyDraft(), name: "Tutor", instructions: "Be kind." };
const findName = (id: string) => (id === "m" ? "Model M" : null);

test("only fields that differ are compared", () => {
  const theirs = toContent({ ...draft, instructions: "Be brief." });
  const mine = toContent({ ...draft, tags: "a" });
  expect(findDifferences(theirs, mine, findName)).toEqual([
    { id: "instructions", label: "Instructions", theirs: "Be brief.", mine: "Be kind." },
    { id: "tags", label: "Tags", theirs: "", mine: "a" },
  ]);
  expect(findDifferences(mine, mine, findName)).toEqual([]);
});

test("documents are compared by name, options by label, models by name, and group types one by one", () => {
  const mine = toContent({
    ...draft,
    model: "m",
    dataSources: [{ id: "s3://x", name: "Script.pdf" }],
    messageOptions: { ...draft.messageOptions, includeMessageIds: true },
    groupTypeData: {
      Student: { additionalInstructions: "Slowly", dataSources: [], isDisabled: false, disabledMessage: "" },
    },
  });
  expect(findDifferences(toContent(draft), mine, findName).map(({ label, mine: text }) => [label, text])).toEqual([
    ["Documents", "Script.pdf"],
    ["Model", "Model M"],
    ["Message Options", "Include message IDs"],
    ["For the group type Student", "Slowly"],
  ]);
});

test("a model that the person cannot see is shown by its id", () => {
  const fields = describeContent(toContent({ ...draft, model: "other" }), findName);
  expect(fields.find(({ id }) => id === "model")?.text).toBe("other");
});
