import type { Message } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { postProcessAnswer } from "../answer/postProcessAnswer.ts";
import type { RunDependencies } from "../runs/runDependencies.ts";
import { composeMessage, composePlainMessage } from "./composeMessage.ts";
import type { MessageDraft } from "./messageDraft.ts";

const prompts: Pick<RunDependencies, "applyPrefixPrompts" | "applyOutputTransformers"> = {
  applyPrefixPrompts: async (text, tags) => `(${tags.join()}) ${text}`,
  applyOutputTransformers: async (reply, tags) =>
    tags.includes("same") ? null : { ...reply, content: "changed", data: { notice: "Changed." } },
};
const compose = async (draft: MessageDraft, tags: readonly string[] = []) =>
  composePlainMessage(draft, tags) ?? (await composeMessage(draft, tags, prompts.applyPrefixPrompts));

describe("a message draft", () => {
  test("becomes the message unchanged if no prompt applies to the conversation", async () => {
    expect(composePlainMessage({ text: "Hi" }, [])).toEqual({ content: { content: "Hi", data: {} } });
    expect(composePlainMessage({ text: "H\0i" }, [])).toEqual({ content: { content: "Hi", data: {} } });
    const draft: MessageDraft = {
      text: "long",
      label: "short",
      type: "prompt",
      templateData: { id: "p" },
      dataSources: [{ id: "d" }],
    };
    expect(composePlainMessage(draft, [])).toEqual({
      content: {
        content: "long",
        label: "short",
        type: "prompt",
        data: { templateData: { id: "p" }, dataSources: [{ id: "d" }] },
      },
    });
  });

  test("gets the prefix prompts of the conversation's tags, and shows what was typed", async () => {
    expect(await compose({ text: "Hi" }, ["a"])).toEqual({ content: { content: "(a) Hi", label: "Hi", data: {} } });
    expect(await compose({ text: "Hi", skipsPrefixPrompts: true }, ["a"])).toEqual({
      content: { content: "Hi", data: {} },
    });
  });

  test("[C5.10] loses the prefix of a structured mode before anything is added to it", async () => {
    const typed = "json({}) List";
    expect(await compose({ text: typed }, ["a"])).toEqual({ content: { content: "(a) List", label: typed, data: {} } });
    expect(await compose({ text: typed, skipsPrefixPrompts: true })).toEqual({
      content: { content: "List", label: typed, data: {} },
    });
    expect(await compose({ text: "json({a: b}) List" })).toEqual({ problem: expect.stringContaining("wasn’t sent") });
    expect(await compose({ text: 'json!({type: "objekt"}) List' })).toEqual({
      problem: expect.stringMatching(/^The schema in json!\( … \) isn’t valid: .* The message wasn’t sent\.$/),
    });
  });
});

describe("a complete answer", () => {
  const reply: Message = { id: "r", parentId: "q", role: "assistant", content: "text", data: {} };
  const userMessage = (label?: string): Message => ({
    id: "q",
    parentId: null,
    role: "user",
    content: "x",
    data: {},
    ...(label ? { label } : {}),
  });

  test("stays unchanged if nothing applies to it", async () => {
    expect(await postProcessAnswer(userMessage(), reply, [], prompts)).toBeNull();
    expect(await postProcessAnswer(undefined, reply, ["same"], prompts)).toBeNull();
    expect(await postProcessAnswer(userMessage("json({}) x"), { ...reply, content: "{}" }, [], prompts)).toBeNull();
  });

  test("has its steps between the same texts after a transformer has changed it", async () => {
    const step = { id: "s", round: 0, tool: "t", title: "T", arguments: "{}", state: "done", offset: 4 } as const;
    const changed = await postProcessAnswer(userMessage(), { ...reply, data: { steps: [step] } }, ["a"], prompts);
    expect(changed).toMatchObject({ content: "changed", data: { steps: [{ ...step, offset: "changed".length }] } });
  });

  test("[C5.10] gets a notice if it does not have the requested form, together with other notices", async () => {
    const withNotice = await postProcessAnswer(userMessage("json({}) x"), reply, [], prompts);
    expect(withNotice).toEqual({ ...reply, data: { notice: "This answer isn’t valid JSON." } });
    const both = await postProcessAnswer(userMessage("json({}) x"), reply, ["a"], prompts);
    expect(both).toMatchObject({ content: "changed", data: { notice: "This answer isn’t valid JSON. Changed." } });
  });
});
