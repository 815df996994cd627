import { isBuiltInFolder, PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { getPromptRights } from "../promptRights.ts";
import { isBuiltInPrompt } from "../store/promptStore.ts";
import { findVariableProblems } from "../template/findVariableProblems.ts";
import { getOptionFields } from "../template/optionFields.ts";
import { builtInPrompts } from "./builtInPrompts.ts";
import { germanPrompts } from "./germanPrompts.ts";

const names = [
  "Summary with Quotations",
  "CSV Extractor",
  "Default Instructions",
  "PowerPoint Assistant",
  "Create PowerPoint",
  "Visualization Assistant",
  "Create Visualization",
  "Diagram Assistant",
  "Create Diagram",
];

test("[C3.15] there are nine built-in templates, each once", () => {
  expect(builtInPrompts.map(({ name }) => name)).toEqual(names);
  expect(new Set(builtInPrompts.map(({ id }) => id)).size).toBe(names.length);
});

test("each built-in template has the same id, fields and choices in German, in German words", () => {
  const toShape = ({ id, folderId, type, data, content }: PromptTemplate) => ({
    ...{ id, folderId, type, data },
    variables: parsePromptVariables(content).map((variable) => [
      variable.type,
      Object.keys(variable.options),
      variable.options.options?.length,
    ]),
  });
  expect(germanPrompts.map(toShape)).toEqual(builtInPrompts.map(toShape));
  for (const [index, { name, description, content }] of germanPrompts.entries()) {
    const english = builtInPrompts[index];
    expect(name).not.toBe(english?.name);
    expect(description).not.toBe(english?.description);
    expect(content).not.toMatch(/\b(the|you|and)\b/i);
  }
});

const prompts = [...builtInPrompts, ...germanPrompts];

describe.each(prompts.map((prompt) => [prompt.name, prompt] as const))("%s", (_name, prompt) => {
  test("is a template in a built-in folder that can be copied and hidden but not edited", () => {
    expect(PromptTemplate.parse(prompt)).toEqual(prompt);
    expect(isBuiltInPrompt(prompt.id)).toBe(true);
    expect(isBuiltInFolder(prompt.folderId ?? "")).toBe(true);
    expect(getPromptRights(prompt)).toEqual({
      canEdit: false,
      canCopy: true,
      canDelete: false,
      canShare: false,
      canHide: true,
    });
    expect(prompt.content.length).toBeGreaterThan(400);
    expect(prompt.description).not.toBe("");
  });

  test("has valid variables, or none if it is custom instructions", () => {
    const variables = parsePromptVariables(prompt.content);
    expect(prompt.content.split("{{").length - 1).toBe(variables.length);
    expect(findVariableProblems(prompt.content)).toEqual([]);
    if (prompt.type === "root_prompt") expect(variables).toEqual([]);
    else expect(variables.length).toBeGreaterThan(2);
    for (const variable of variables) {
      const usual = getOptionFields({ ...variable, options: {} }).map(({ key }) => key);
      for (const key of Object.keys(variable.options)) expect(usual).toContain(key);
      if (variable.type === "options") expect(variable.options.options?.length).toBeGreaterThan(1);
    }
  });

  test("starts with instructions that exist", () => {
    const { rootPromptId } = prompt.data;
    if (typeof rootPromptId !== "string") return;
    expect(prompts.find(({ id }) => id === rootPromptId)?.type).toBe("root_prompt");
  });
});
