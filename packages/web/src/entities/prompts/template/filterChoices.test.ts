import { PromptType, type VariableOptions } from "@lectern/contract";
import { expect, test } from "vitest";
import { prompt } from "../store/testing/fakePromptServer.ts";
import { filterByStart, filterTemplates } from "./filterChoices.ts";

const templates = [
  ...PromptType.options.map((type) => prompt(type, `Lab ${type}`, { type })),
  prompt("other", "Anatomy Lab", { type: "automation" }),
];
const listNames = (options: VariableOptions) =>
  filterTemplates({ name: "T", type: "template", options }, templates).map(({ name }) => name);

test("[C5.23] a variable offers prompts and automations, or only those of its template type", () => {
  expect(listNames({})).toEqual(["Anatomy Lab", "Lab automation", "Lab prompt"]);
  expect(listNames({ type: "prompt" })).toEqual(["Lab prompt"]);
  expect(listNames({ type: "automation" })).toEqual(["Anatomy Lab", "Lab automation"]);
});

test("[C5.22] a variable offers templates and conversations whose names begin with the required text", () => {
  expect(listNames({ startsWith: "Lab" })).toEqual(["Lab automation", "Lab prompt"]);
  expect(listNames({ startsWith: "Lab", type: "automation" })).toEqual(["Lab automation"]);
  const conversations = [{ name: "Lab 1" }, { name: "My Lab" }, { name: "lab 2" }];
  const offer = (options: VariableOptions) =>
    filterByStart({ name: "C", type: "conversation", options }, conversations);
  expect(offer({ startsWith: "Lab" })).toEqual([{ name: "Lab 1" }]);
  expect(offer({})).toEqual(conversations);
});
