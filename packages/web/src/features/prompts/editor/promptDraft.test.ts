import { limits, PromptTemplate, PromptType } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { canCreateType, promptTypeNames, promptTypes } from "../../../entities/prompts/promptTypes.ts";
import { prompt } from "../../../entities/prompts/store/testing/fakePromptServer.ts";
import { applyDraft, type PromptDraft, parseTags, setDraftType, toDraft, validateDraft } from "./promptDraft.ts";

const plain = prompt("p", "P", { data: { of: "another client" } });
const saveDraft = (changes: Partial<PromptDraft>, basePrompt = plain) =>
  applyDraft({ ...toDraft(basePrompt), ...changes }, basePrompt);

describe("saving", () => {
  test("an unchanged draft gives the same template, including fields of other clients", () => {
    expect(saveDraft({})).toEqual(plain);
    const full = prompt("p", "P", {
      folderId: "f",
      type: "output_transformer",
      data: { hidden: true, requiredTags: ["a"], conversationTags: [], rootPromptId: null, code: "return text;" },
    });
    expect(saveDraft({}, full)).toEqual(full);
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
    const prefix = saveDraft({ type: "prefix_prompt" });
    expect(applyDraft({ ...toDraft(prefix), type: "prompt" }, prefix).data.hidden).toBe(false);
    const hidden = prompt("p", "P", { data: { hidden: true } });
    expect(saveDraft({}, hidden).data.hidden).toBe(true);
  });

  test("[A9.23] [C5.28] a prefix prompt without variables gets one for the message; others stay unchanged", () => {
    const message = "{{Message to start the conversation}}";
    expect(saveDraft({ type: "prefix_prompt", content: "Be brief. " }).content).toBe(`Be brief.\n\n${message}`);
    expect(saveDraft({ type: "prefix_prompt", content: " " }).content).toBe(message);
    expect(saveDraft({ type: "prefix_prompt", content: "Be {{how}}." }).content).toBe("Be {{how}}.");
    expect(saveDraft({ content: "Be brief. " }).content).toBe("Be brief. ");
  });

  test("custom instructions move to their own folder, unless another one is selected", () => {
    const draft = toDraft(plain);
    const root = setDraftType(draft, "root_prompt");
    expect(root.folderId).toBe("custom_instructions");
    expect(setDraftType(root, "prompt").folderId).toBe("");
    expect(setDraftType({ ...draft, folderId: "f" }, "root_prompt").folderId).toBe("f");
    expect(setDraftType(setDraftType({ ...draft, folderId: "f" }, "root_prompt"), "prompt").folderId).toBe("f");
  });
});

describe("validation", () => {
  const problems = (changes: Partial<PromptDraft>) => validateDraft({ ...toDraft(plain), ...changes });

  test("accepts a valid template", () => {
    expect(problems({})).toEqual({});
    expect(problems({ type: "output_transformer", content: "", code: "return text;" })).toEqual({});
  });

  test("reports missing and too long values at their fields", () => {
    expect(problems({ name: " " })).toEqual({ name: "Please enter a name." });
    expect(problems({ content: "\n" })).toHaveProperty("content");
    expect(problems({ type: "output_transformer" })).toHaveProperty("code");
    expect(problems({ name: "x".repeat(401) }).name).toBe("At most 400 characters; this has 401.");
    expect(problems({ description: "x".repeat(limits.promptDescriptionLength + 1) })).toHaveProperty("description");
    expect(problems({ content: "x".repeat(limits.promptLength + 1) })).toHaveProperty("content");
    expect(problems({ code: "x".repeat(limits.promptCodeLength + 1) })).toHaveProperty("code");
    expect(problems({ requiredTags: "x".repeat(201) })).toHaveProperty("requiredTags");
    expect(problems({ conversationTags: Array.from({ length: 101 }, (_, n) => n).join() })).toHaveProperty(
      "conversationTags",
    );
    expect(problems({ name: "a\0b" })).toHaveProperty("name");
  });

  test("[C5.27] reports an invalid regex and invalid options before saving", () => {
    expect(problems({ content: "{{Words:text(regex: '[')}}" }).content).toBe("Invalid regex pattern of “Words”.");
    expect(problems({ content: "{{Words:text(regex: '(?=x)')}}" }).content).toMatch(/^Invalid regex pattern/);
    expect(problems({ content: "{{Words:text(}}" }).content).toMatch(/^The options of “Words” cannot be read/);
    expect(problems({ content: "{{Words:text(regex: '[a-z]+')}}" })).toEqual({});
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
    const { flag } = promptTypes[type];
    if (flag) expect(canCreateType(type, { ...off, [flag]: true })).toBe(true);
  }
  const flags = promptTypeNames.map((type) => promptTypes[type].flag).filter((flag) => flag !== null);
  expect(flags).toEqual(["rootPromptCreate", "promptPrefixCreate", "outputTransformerCreate", "followUpCreate"]);
});
