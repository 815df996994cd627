import type { PromptTemplate } from "@lectern/contract";
import { expect, test } from "vitest";
import { findSlashPrompts } from "./findSlashPrompts.ts";

const createPrompt = (name: string, more: Partial<PromptTemplate> = {}): PromptTemplate => ({
  id: name,
  name,
  description: "",
  content: "",
  folderId: null,
  type: "prompt",
  data: {},
  ...more,
});
const findNames = (prompts: PromptTemplate[], query: string, recentIds: string[] = []) =>
  findSlashPrompts(prompts, query, recentIds).map(({ name }) => name);

test("[C2.29] matches at the start of a name come first, then at the start of a word, then anywhere", () => {
  const prompts = ["Unsummed", "Long summary", "Summary", "Other"].map((name) => createPrompt(name));
  expect(findNames(prompts, "SUM")).toEqual(["Summary", "Long summary", "Unsummed"]);
  expect(findNames(prompts, "longsum")).toEqual(["Long summary"]);
  expect(findNames(prompts, "long-sum")).toEqual(["Long summary"]);
  expect(findNames(prompts, "")).toHaveLength(4);
  expect(findNames([...prompts, createPrompt("A long  summary with quotes")], "long summ")).toEqual([
    "Long summary",
    "A long  summary with quotes",
  ]);
  // Suggestions of a phone's keyboard end with a space.
  expect(findNames(prompts, "long summary ")).toEqual(["Long summary"]);
  for (const query of ["long-summary of", "ong summ", "summary of"]) expect(findNames(prompts, query)).toEqual([]);
  expect(findNames([createPrompt("Straßennamen")], "strassen")).toEqual(["Straßennamen"]);
});

test("[C2.29] hidden prompts and those that apply automatically are not offered", () => {
  const prompts = [
    createPrompt("a", { data: { hidden: true } }),
    createPrompt("b", { type: "root_prompt" }),
    createPrompt("c", { type: "prefix_prompt" }),
    createPrompt("d", { type: "output_transformer" }),
    createPrompt("e", { type: "follow_up" }),
    createPrompt("f", { type: "automation" }),
  ];
  expect(findNames(prompts, "")).toEqual(["e", "f"]);
});

test("the prompts used last come first, then the person's own, then those of groups and of the server, by name", () => {
  const prompts = [
    createPrompt("Sum of a group", { groupId: "g" }),
    createPrompt("Sum built in", { id: "lectern:sum" }),
    createPrompt("Sum b"),
    createPrompt("Sum a"),
    createPrompt("Sum used"),
    createPrompt("Sum used last", { groupId: "g" }),
    createPrompt("Unsummed"),
  ];
  const byOrigin = ["Sum used last", "Sum used", "Sum a", "Sum b"];
  const recentIds = ["Unsummed", "gone", "Sum used last", "Sum used"];
  expect(findNames(prompts, "", recentIds)).toEqual(["Unsummed", ...byOrigin, "Sum built in", "Sum of a group"]);
  // What matches better comes first all the same.
  expect(findNames(prompts, "sum", recentIds)).toEqual([...byOrigin, "Sum built in", "Sum of a group", "Unsummed"]);
});
