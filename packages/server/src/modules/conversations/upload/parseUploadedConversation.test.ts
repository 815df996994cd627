import { compressText } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../core/appError.ts";
import { parseUploadedConversation } from "./parseUploadedConversation.ts";

const read = (conversation: unknown, id = "c1") =>
  parseUploadedConversation(compressText(JSON.stringify(conversation)), id);

describe("parseUploadedConversation", () => {
  test("[C3.03] parses the specification's conversation: the model may be an object, and fields without a column are stored", () => {
    const uploaded = read({
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

  test("[C3.04] parses the specification's message and drops invalid fields", () => {
    const { messages } = read({
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

  test.each([...["prompt", "automation", "root_prompt", "prefix_prompt", "follow_up", "output_transformer", "chat"]])(
    "[C3.04] preserves the message type %s and the specification's data of a message",
    (type) => {
      const data = {
        artifacts: [{ artifactId: "a", version: 1 }],
        artifactStatus: "complete",
        automation: { status: "running" },
        actionResult: { rows: [1] },
        actionResultView: "table",
        state: {},
        dataSources: [{ id: "s3://x" }],
        assistant: { definition: { assistantId: "astp/1" } },
        rating: 4,
        humanOnly: true,
        templateData: { name: "T" },
      };
      const topicData = { pastTopic: { range: "0-2", topic: "greeting" }, currentTopic: "tomatoes" };
      const messages = ["user", "assistant", "environment"].map((role, index) => ({
        ...{ id: `m${index}`, role, content: "Hi", label: "Hello", type, data, topicData },
      }));
      expect(read({ messages }).messages).toEqual(messages);
    },
  );

  test("[C3.05] preserves the specification's state of a message completely", () => {
    const state = {
      resolvedOps: [{ id: "op" }],
      opsConfig: {},
      references: {},
      messageIdMapping: {},
      currentAssistantId: "astp/1",
      currentAssistantDisclaimer: "d",
      sources: { rag: { sources: [{ name: "n" }] } },
      codeInterpreter: { content: [], error: "none", threadId: "t" },
      agentLog: { result: [], files: {}, changed_files: [] },
    };
    const { messages } = read({ messages: [{ id: "m1", role: "assistant", content: "", data: { state } }] });
    expect(messages[0]?.data.state).toEqual(state);
  });

  test("parses artifacts with more codes than a conversation can have values", () => {
    const contents = Array.from({ length: 700_000 }, (_, index) => 97 + (index % 26));
    const version = { artifactId: "a", name: "A", version: 1, contents };
    const { artifacts } = read({ messages: [], artifacts: { a: [version] } });
    expect(artifacts[0]?.contents).toHaveLength(700_000);
    expect(() => read({ messages: [], tools: contents.map((code) => [code]) })).toThrow(AppError);
  });

  test("parses compressed messages", () => {
    const compressedMessages = compressText(JSON.stringify([{ id: "m1", role: "user", content: "ā" }]));
    expect(read({ messages: [], compressedMessages: compressedMessages }).messages[0]?.content).toBe("ā");
  });

  test("removes NUL characters and lone surrogates from the texts", () => {
    const { messages } = read({
      messages: [{ id: "m1", role: "user", content: "a\0b\ud800", data: { "k\0": "v\0" } }],
    });
    expect(messages[0]).toMatchObject({ content: "ab\ufffd", data: { k: "v" } });
  });

  test("rejects anything that is not a conversation as invalid input with a path", () => {
    const listIssues = (act: () => unknown) => {
      try {
        act();
        return null;
      } catch (error) {
        return error instanceof AppError && error.code === "invalidInput" ? (error.issues ?? []) : null;
      }
    };
    expect(listIssues(() => parseUploadedConversation([300], "c1"))?.[0]?.path).toBe("conversation");
    expect(listIssues(() => parseUploadedConversation(compressText("{"), "c1"))?.[0]?.path).toBe("conversation");
    expect(listIssues(() => read([]))).not.toBeNull();
    expect(listIssues(() => read({}))?.[0]?.path).toBe("conversation.messages");
    expect(listIssues(() => read({ messages: [{ id: "a b", role: "user", content: "" }] }))?.[0]?.path).toBe(
      "conversation.messages.0.id",
    );
    expect(listIssues(() => read({ id: "c2", messages: [] }))?.[0]?.path).toBe("conversationId");
    expect(
      listIssues(() => read({ messages: [], tools: JSON.parse("[".repeat(100) + "]".repeat(100)) })),
    ).not.toBeNull();
  });

  test("parses any JSON or rejects it with an AppError", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ messages: fc.array(fc.jsonValue()) })), (value) => {
        try {
          read(value);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});
