import { limits, PromptTemplate, PromptType } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { canCreateType, promptTypeFlags, promptTypeNames } from "../../../entities/prompts/promptTypes.ts";
import { prompt } from "../../../entities/prompts/store/testing/fakePromptServer.ts";
import { applyDraft, type PromptDraft, parseTags, setDraftType, toDraft, validateDraft } from "./promptDraft.ts";

const plainPrompt = prompt("p", "P", { data: { of: "another client" } });
const saveDraft = (changes: Partial<PromptDraft>, basePrompt = plainPrompt) =>
  applyDraft({ ...toDraft(basePrompt), ...changes }, basePrompt);

describe("saving", () => {
  test("an unchanged draft gives the same template, including fields of other clients", () => {
    expect(saveDraft({})).toEqual(plainPrompt);
    const fullPrompt = prompt("p", "P", {
      folderId: "f",
      type: "output_transformer",
      data: { hidden: true, requiredTags: ["a"], conversationTags: [], rootPromptId: null, code: "return text;" },
    });
    expect(saveDraft({}, fullPrompt)).toEqual(fullPrompt);
    expect(PromptTemplate.parse(saveDraft({ name: " N ", requiredTags: "a" }))).toMatchObject({ name: "N" });
  });

  test("[A9.21] [C5.27] tags are comma-separated and trimmed", () => {
    expect(parseTags(" one, two words ,,three,one ")).toEqual(["one", "two words", "three"]);
    expect(saveDraft({ requiredTags: " a ,b", conversationTags: "c , " }).data).toMatchObject({
      requiredTags: ["a", "b"],
      conversationTags: ["c"],
    });
    expect(saveDraft({ requiredTags: "" }, saveDraft({ requiredTags: "a" })).data.requiredTags).toEqual([]);
  });

  test("[A9.24] [C5.29] output transformers and prefix prompts are hidden, until their type changes", () => {
    for (const type of PromptType.options) {
      const isHidden = type === "prefix_prompt" || type === "output_transformer";
      expect(saveDraft({ type, code: "return text;" }).data.hidden ?? false).toBe(isHidden);
    }
    const savedPrefixPrompt = saveDraft({ type: "prefix_prompt" });
    expect(applyDraft({ ...toDraft(savedPrefixPrompt), type: "prompt" }, savedPrefixPrompt).data.hidden).toBe(false);
    const hiddenPrompt = prompt("p", "P", { data: { hidden: true } });
    expect(saveDraft({}, hiddenPrompt).data.hidden).toBe(true);
  });

  test("[A9.23] [C5.28] a prefix prompt without variables gets one for the message; others stay unchanged", () => {
    const message = "{{Message to start the chat}}";
    expect(saveDraft({ type: "prefix_prompt", content: "Be brief. " }).content).toBe(`Be brief.\n\n${message}`);
    expect(saveDraft({ type: "prefix_prompt", content: " " }).content).toBe(message);
    expect(saveDraft({ type: "prefix_prompt", content: "Be {{how}}." }).content).toBe("Be {{how}}.");
    expect(saveDraft({ content: "Be brief. " }).content).toBe("Be brief. ");
  });

  test("custom instructions move to their own folder, unless another one is selected", () => {
    const draft = toDraft(plainPrompt);
    const rootDraft = setDraftType(draft, "root_prompt");
    expect(rootDraft.folderId).toBe("custom_instructions");
    expect(setDraftType(rootDraft, "prompt").folderId).toBe("");
    expect(setDraftType({ ...draft, folderId: "f" }, "root_prompt").folderId).toBe("f");
    expect(setDraftType(setDraftType({ ...draft, folderId: "f" }, "root_prompt"), "prompt").folderId).toBe("f");
  });
});

describe("validation", () => {
  const findProblems = (changes: Partial<PromptDraft>) => validateDraft({ ...toDraft(plainPrompt), ...changes });

  test("accepts a valid template", () => {
    expect(findProblems({})).toEqual({});
    expect(findProblems({ type: "output_transformer", content: "", code: "return text;" })).toEqual({});
  });

  test("reports missing and too long values at their fields", () => {
    expect(findProblems({ name: " " })).toEqual({ name: "Please enter a name." });
    expect(findProblems({ content: "\n" })).toHaveProperty("content");
    expect(findProblems({ type: "output_transformer" })).toHaveProperty("code");
    expect(findProblems({ name: "x".repeat(401) }).name).toBe("At most 400 characters. This has 401.");
    expect(findProblems({ description: "x".repeat(limits.promptDescriptionLength + 1) })).toHaveProperty("description");
    expect(findProblems({ content: "x".repeat(limits.promptLength + 1) })).toHaveProperty("content");
    expect(findProblems({ code: "x".repeat(limits.promptCodeLength + 1) })).toHaveProperty("code");
    expect(findProblems({ requiredTags: "x".repeat(201) })).toHaveProperty("requiredTags");
    expect(findProblems({ conversationTags: Array.from({ length: 101 }, (_, n) => n).join() })).toHaveProperty(
      "conversationTags",
    );
    expect(findProblems({ name: "a\0b" })).toHaveProperty("name");
  });

  test("[C5.27] reports an invalid regex and invalid options before saving", () => {
    expect(findProblems({ content: "{{Words:text(regex: '[')}}" }).content).toBe("Invalid regex pattern of “Words”.");
    expect(findProblems({ content: "{{Words:text(regex: '(?=x)')}}" }).content).toMatch(/^Invalid regex pattern/);
    expect(findProblems({ content: "{{Words:text(}}" }).content).toMatch(/^The options of “Words” can’t be read/);
    expect(findProblems({ content: "{{Words:text(regex: '[a-z]+')}}" })).toEqual({});
  });
});

test("[A9.22] [C3.14] a type is offered to people who have its flag", () => {
  expect(new Set(promptTypeNames)).toEqual(new Set(PromptType.options));
  const off = {
    overrideInvisiblePrompts: false,
    rootPromptCreate: false,
    promptPrefixCreate: false,
    outputTransformerCreate: false,
    followUpCreate: false,
  };
  expect(promptTypeNames.filter((type) => canCreateType(type, off))).toEqual(["prompt", "automation"]);
  for (const type of promptTypeNames) {
    const flag = promptTypeFlags[type];
    if (flag) expect(canCreateType(type, { ...off, [flag]: true })).toBe(true);
  }
  const flags = promptTypeNames.map((type) => promptTypeFlags[type]).filter((flag) => flag !== null);
  expect(flags).toEqual(["rootPromptCreate", "promptPrefixCreate", "outputTransformerCreate", "followUpCreate"]);
});
