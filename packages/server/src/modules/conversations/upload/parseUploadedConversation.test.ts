import { compressText } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../core/appError.ts";
import { parseUploadedConversation } from "./parseUploadedConversation.ts";

const read = (conversation: unknown, id = "c1") =>
  parseUploadedConversation(compressText(JSON.stringify(conversation)), id);

describe("parseUploadedConversation", () => {
  test("[C3.03] parses the specification's conversation: the model may be an object, and fields without a column are stored", async () => {
    const uploaded = await read({
      id: "c1",
      name: "Tomatoes",
      description: "about them",
      createdAt: "2026-01-02T03:04:05.000Z",
      workspaceId: "w1",
      model: { id: "m1", name: "Model One" },
      folderId: "f1",
      tags: ["a"],
      isLocal: true,
      groupType: null,
      codeInterpreterAssistantId: "ci",
      messages: [],
      promptTemplate: { id: "p" },
      workflowDefinition: {},
      processors: [],
      tools: [],
      prompt: "Be brief.",
      temperature: 0,
      maxTokens: 100,
      projectId: "p1",
      artifacts: { a: [] },
      somethingElse: 1,
    });
    expect(uploaded.fields).toMatchObject({
      name: "Tomatoes",
      modelId: "m1",
      prompt: "Be brief.",
      temperature: 0,
      maxTokens: 100,
      folderId: "f1",
      tags: ["a"],
      groupType: null,
      codeInterpreterAssistantId: "ci",
    });
    expect(uploaded.extra).toEqual({
      description: "about them",
      workspaceId: "w1",
      promptTemplate: { id: "p" },
      workflowDefinition: {},
      processors: [],
      tools: [],
      projectId: "p1",
      artifacts: { a: [] },
      model: { id: "m1", name: "Model One" },
    });
  });

  test("[C3.04] parses the specification's message and drops invalid fields", async () => {
    const { messages } = await read({
      messages: [
        {
          id: "m1",
          role: "user",
          content: "Hi",
          label: "Hi",
          type: "prompt",
          data: { dataSources: [{ id: "s3://x" }], state: { currentAssistant: "A" }, rating: 5 },
          topicData: { currentTopic: "greeting" },
        },
        {
          id: "m2",
          role: "environment",
          content: "",
          type: "strange",
          label: 7,
          data: { state: 3, statuses: "no", own: 1 },
        },
      ],
    });
    expect(messages).toEqual([
      {
        id: "m1",
        role: "user",
        content: "Hi",
        label: "Hi",
        type: "prompt",
        data: { dataSources: [{ id: "s3://x" }], state: { currentAssistant: "A" }, rating: 5 },
        topicData: { currentTopic: "greeting" },
      },
      { id: "m2", role: "environment", content: "", data: { own: 1 } },
    ]);
  });

  test("[C3.05] preserves the specification's state of a message completely", async () => {
    const state = {
      resolvedOps: [{ id: "op" }],
      opsConfig: {},
      references: {},
      messageIdMapping: {},
      currentAssistantId: "astp/1",
      currentAssistantDisclaimer: "d",
      sources: { rag: { sources: [{ name: "n" }] } },
      codeInterpreter: { content: [], threadId: "t" },
      agentLog: { result: [], files: {}, changed_files: [] },
    };
    const { messages } = await read({ messages: [{ id: "m1", role: "assistant", content: "", data: { state } }] });
    expect(messages[0]?.data.state).toEqual(state);
  });

  test("parses compressed messages", async () => {
    const compressedMessages = compressText(JSON.stringify([{ id: "m1", role: "user", content: "ā" }]));
    expect((await read({ messages: [], compressedMessages: compressedMessages })).messages[0]?.content).toBe("ā");
  });

  test("removes NUL characters and lone surrogates from the texts", async () => {
    const { messages } = await read({
      messages: [{ id: "m1", role: "user", content: "a\0b\ud800", data: { "k\0": "v\0" } }],
    });
    expect(messages[0]).toMatchObject({ content: "ab\ufffd", data: { k: "v" } });
  });

  test("rejects anything that is not a conversation as invalid input with a path", async () => {
    const listIssues = async (act: () => Promise<unknown>) => {
      try {
        await act();
        return null;
      } catch (error) {
        return error instanceof AppError && error.code === "invalidInput" ? (error.issues ?? []) : null;
      }
    };
    expect((await listIssues(() => parseUploadedConversation([300], "c1")))?.[0]?.path).toBe("conversation");
    expect((await listIssues(() => parseUploadedConversation(compressText("{"), "c1")))?.[0]?.path).toBe(
      "conversation",
    );
    expect(await listIssues(() => read([]))).not.toBeNull();
    expect((await listIssues(() => read({})))?.[0]?.path).toBe("conversation.messages");
    expect((await listIssues(() => read({ messages: [{ id: "a b", role: "user", content: "" }] })))?.[0]?.path).toBe(
      "conversation.messages.0.id",
    );
    expect((await listIssues(() => read({ id: "c2", messages: [] })))?.[0]?.path).toBe("conversationId");
    expect(
      await listIssues(() => read({ messages: [], tools: JSON.parse("[".repeat(100) + "]".repeat(100)) })),
    ).not.toBeNull();
  });

  test("parses any JSON or rejects it with an AppError", async () => {
    return fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ messages: fc.array(fc.jsonValue()) })), async (value) => {
        try {
          await read(value);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});
