import type { Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { createSourceAttachment } from "../../../../entities/files/upload/attachment.ts";
import { createEmptyDraft } from "./assistantDraft.ts";
import { checkAssistant } from "./checkAssistant.ts";

const model: Model = {
  id: "m",
  name: "Model M",
  provider: "OpenAI",
  description: "",
  inputContextWindow: 1_000,
  outputTokenLimit: 1_000,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  supportsImages: false,
  supportsSystemPrompts: true,
  isBuiltIn: false,
  isDefault: true,
};
const draft = { ...createEmptyDraft(), name: "Tutor", description: "Helps", instructions: "Be kind." };
const document = createSourceAttachment({ id: "s3://x", name: "x.pdf", key: "x", totalTokens: 900 });
const context = { documents: [document], models: [model], defaultModel: model };
const listProblems = (...[checked, given]: Parameters<typeof checkAssistant>) =>
  checkAssistant(checked, given).flatMap(({ isPassed, field, text }) => (isPassed ? [] : [[field, text]]));

test("a complete assistant passes every check", () => {
  const checks = checkAssistant(draft, context);
  expect(checks.map(({ id }) => id)).toEqual(["name", "description", "instructions", "documents", "model", "window"]);
  expect(checks.every(({ isPassed }) => isPassed)).toBe(true);
});

test("an assistant without documents has nothing to check there", () => {
  const checks = checkAssistant(draft, { ...context, documents: [] });
  expect(checks.filter(({ isEmpty }) => isEmpty)).toEqual([
    { id: "documents", field: "documents", isPassed: true, isEmpty: true, text: "No documents" },
  ]);
  expect(checkAssistant(draft, context).some(({ isEmpty }) => isEmpty)).toBe(false);
});

test("what is missing is named with its field", () => {
  expect(listProblems({ ...draft, name: " ", description: "", instructions: "" }, context)).toEqual([
    ["name", "It needs a name"],
    ["description", "It has no description to tell people what it is for"],
    ["instructions", "It has no instructions"],
  ]);
});

test("documents that failed or are being read are counted", () => {
  const reading = { ...document, state: "processing" as const };
  const failed = { ...document, source: null, state: "failed" as const };
  expect(listProblems(draft, { ...context, documents: [reading, { ...reading, source: null }] })).toEqual([
    ["documents", "2 documents aren’t ready yet"],
  ]);
  expect(listProblems(draft, { ...context, documents: [failed, reading] })).toEqual([
    ["documents", "1 document can’t be used"],
  ]);
});

test("an enforced model must be available", () => {
  expect(listProblems({ ...draft, model: "gone" }, context)).toEqual([["model", "The model gone isn’t available"]]);
  expect(listProblems(draft, { ...context, models: [], defaultModel: null })).toEqual([
    ["model", "No model is available"],
  ]);
});

test("instructions must fit the window; documents that don’t fit are searched, which the list says", () => {
  const longDraft = { ...draft, instructions: "x".repeat(404) };
  const readWindow = (each: typeof draft) => checkAssistant(each, context).find(({ id }) => id === "window");
  expect(readWindow(longDraft)).toMatchObject({
    isPassed: true,
    text: "The documents are too long for Model M to read in full, so it gets the passages that match each question",
  });
  const dataSourceOptions = { ...draft.dataSourceOptions, insertAttachedDocuments: false, ragAttachedDocuments: true };
  expect(readWindow({ ...longDraft, dataSourceOptions })).toMatchObject({
    isPassed: true,
    text: expect.stringMatching(/fit/),
  });
  expect(listProblems({ ...draft, instructions: "x".repeat(4_004) }, { ...context, documents: [] })).toEqual([
    ["instructions", "The instructions are too long for Model M"],
  ]);
});
