import type { Message } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { finishReply } from "../answer/finishReply.ts";
import type { ChatPorts } from "../runs/chatPorts.ts";
import { composeMessage, composePlain } from "./composeMessage.ts";
import type { Said } from "./said.ts";

const prompts: ChatPorts["prompts"] = {
  prefixed: async (text, tags) => `(${tags.join()}) ${text}`,
  transformed: async (reply, tags) =>
    tags.includes("same") ? null : { ...reply, content: "changed", data: { notice: "Changed." } },
};
const compose = async (said: Said, tags: readonly string[] = []) =>
  composePlain(said, tags) ?? (await composeMessage(said, tags, { prompts }));

describe("what is said", () => {
  test("becomes the message as it is where nothing is tied to the conversation", async () => {
    expect(composePlain({ text: "Hi" }, [])).toEqual({ message: { content: "Hi", data: {} } });
    const said: Said = {
      text: "long",
      label: "short",
      type: "prompt",
      templateData: { id: "p" },
      dataSources: [{ id: "d" }],
    };
    expect(composePlain(said, [])).toEqual({
      message: {
        content: "long",
        label: "short",
        type: "prompt",
        data: { templateData: { id: "p" }, dataSources: [{ id: "d" }] },
      },
    });
  });

  test("has a prefix where the conversation's tags want one, and shows what was typed", async () => {
    expect(await compose({ text: "Hi" }, ["a"])).toEqual({ message: { content: "(a) Hi", label: "Hi", data: {} } });
    expect(await compose({ text: "Hi", isWhole: true }, ["a"])).toEqual({ message: { content: "Hi", data: {} } });
  });

  test("[C5.10] loses the prefix of a structured mode before anything is put around it", async () => {
    const typed = "json({}) List";
    expect(await compose({ text: typed }, ["a"])).toEqual({ message: { content: "(a) List", label: typed, data: {} } });
    expect(await compose({ text: typed, isWhole: true })).toEqual({
      message: { content: "List", label: typed, data: {} },
    });
    expect(await compose({ text: "json({a: b}) List" })).toEqual({ problem: expect.stringContaining("was not sent") });
  });
});

describe("an answer that has ended", () => {
  const reply: Message = { id: "r", parentId: "q", role: "assistant", content: "text", data: {} };
  const asked = (label?: string): Message => ({
    id: "q",
    parentId: null,
    role: "user",
    content: "x",
    data: {},
    ...(label ? { label } : {}),
  });

  test("stays as it is where nothing is to be done", async () => {
    expect(await finishReply(asked(), reply, [], { prompts })).toBeNull();
    expect(await finishReply(undefined, reply, ["same"], { prompts })).toBeNull();
    expect(await finishReply(asked("json({}) x"), { ...reply, content: "{}" }, [], { prompts })).toBeNull();
  });

  test("[C5.10] says that it is not of the form that was asked for, beside what else there is to say", async () => {
    const noted = await finishReply(asked("json({}) x"), reply, [], { prompts });
    expect(noted).toEqual({ ...reply, data: { notice: "This answer is not valid JSON." } });
    const both = await finishReply(asked("json({}) x"), reply, ["a"], { prompts });
    expect(both).toMatchObject({ content: "changed", data: { notice: "This answer is not valid JSON. Changed." } });
  });
});
