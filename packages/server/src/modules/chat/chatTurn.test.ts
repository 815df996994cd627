import { ChatRequest, type ChatRequestInput } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { toChatTurn } from "./chatTurn.ts";

const toTurn = (given: Partial<ChatRequestInput>) =>
  toChatTurn(ChatRequest.parse({ model: "m", messages: [{ role: "user", content: "Hi" }], ...given }));

describe("a chat request", () => {
  test("[C3.20] may use the flat fields of older clients if the options do not contain them", () => {
    const turn = toTurn({ requestId: "flat", conversationId: "c1", maxTokens: 7, prompt: "Be kind." });
    expect(turn).toMatchObject({ requestId: "flat", conversationId: "c1", maxTokens: 7, systemPrompt: "Be kind." });
    expect(toTurn({ requestId: "flat", options: { requestId: "inner" } }).requestId).toBe("inner");
    expect(toTurn({ max_tokens: 5, maxTokens: 7 }).maxTokens).toBe(5);
    expect(toTurn({ ragOnly: true }).dataSourceSwitches).toMatchObject({ skipRag: false, ragOnly: true });
    expect(toTurn({ assistantId: "astp/1" }).assistantId).toBe("astp/1");
  });

  test("[C3.20] has the fields of the specification; what the server decides itself is ignored", () => {
    const documented = {
      ...{ projectId: "p1", accountId: "a1", assistantId: "astp/1", conversationId: "c1", requestId: "r1" },
      ...{ skipRag: true, ragOnly: false, skipCodeInterpreter: true, codeInterpreterOnly: false },
      ...{ temperature: 0.5, max_tokens: 5, maxTokens: 7, stream: true, prompt: "Be kind." },
      dataSources: [{ id: "s3://u/file.txt" }],
      options: { timeZone: "Europe/Berlin", time: "2026-11-21T10:00:00Z", requestId: "r1", functions: [{ name: "f" }] },
    };
    const decidedByServer = {
      ...{ endpoint: "http://127.0.0.1:1", key: "a-key", rateLimit: { period: "Unlimited" } },
      ...{ codeInterpreterAssistantId: "interpreter", artifactsMode: true },
    };
    const turn = toTurn({ ...documented, ...decidedByServer });
    expect(turn).toMatchObject({ modelId: "m", requestId: "r1", conversationId: "c1", assistantId: "astp/1" });
    expect(turn).toMatchObject({ temperature: 0.5, maxTokens: 5, systemPrompt: "Be kind." });
    expect(turn.dataSourceSwitches).toMatchObject({ skipRag: true, ragOnly: false });
    expect(turn.toolsAndFormat.tools?.map(({ name }) => name)).toEqual(["f"]);
    expect(turn.messages.at(-1)?.data).toMatchObject({ dataSources: documented.dataSources });
    expect(JSON.stringify(turn)).not.toMatch(/127\.0\.0\.1|a-key|Unlimited|interpreter|artifactsMode/);
    for (const name of Object.keys(documented)) {
      const body = { model: "m", messages: [{ role: "user", content: "Hi" }], ...documented, [name]: { not: "valid" } };
      const issuePaths = ChatRequest.safeParse(body).error?.issues.map(({ path }) => path[0]);
      expect(issuePaths, name).toEqual(name === "options" ? undefined : [name]);
    }
    for (const name of Object.keys(documented.options)) {
      const issues = ChatRequest.safeParse({ ...documented, model: "m", messages: [], options: { [name]: 7 } }).error;
      expect(
        issues?.issues.map(({ path }) => path.join(".")),
        name,
      ).toContain(`options.${name}`);
    }
  });

  test("[C3.20] prefers the system message to `prompt` and removes it from the conversation", () => {
    const messages = [
      { role: "system" as const, content: "From the message." },
      { role: "user" as const, content: "Hi" },
    ];
    const turn = toTurn({ messages, prompt: "From the field." });
    expect(turn.systemPrompt).toBe("From the message.");
    expect(turn.messages).toHaveLength(1);
  });

  test("distinguishes a temperature of 0 from a missing one", () => {
    expect(toTurn({ temperature: 0 }).temperature).toBe(0);
    expect(toTurn({}).temperature).toBeNull();
  });

  test("gets a new request id if it has none", () => {
    expect(toTurn({}).requestId).not.toBe(toTurn({}).requestId);
  });

  test("has its functions converted to tools, with the choice among them", () => {
    const parameters = { type: "object", properties: { place: { type: "string" } } };
    const functions = [{ name: "weather", description: "Tells the weather.", parameters }, { name: "time" }];
    const namedChoiceTurn = toTurn({ options: { functions, function_call: { name: "time" } } });
    expect(namedChoiceTurn.toolsAndFormat).toEqual({
      tools: [functions[0], { name: "time", parameters: { type: "object", properties: {} } }],
      toolChoice: { name: "time" },
    });
    expect(toTurn({ options: { functions } }).toolsAndFormat).not.toHaveProperty("toolChoice");
    expect(toTurn({ options: { functions, function_call: "none" } }).toolsAndFormat.toolChoice).toBe("none");
    expect(toTurn({ options: { functions: [], function_call: "auto" } }).toolsAndFormat).toEqual({});
    expect(toTurn({}).toolsAndFormat).toEqual({});
  });

  test("has a response format unless it is text", () => {
    const convertFormat = (response_format: NonNullable<ChatRequestInput["options"]>["response_format"]) =>
      toTurn({ options: { response_format } }).toolsAndFormat;
    const schema = { type: "object" };
    expect(convertFormat({ type: "text" })).toEqual({});
    expect(convertFormat(null)).toEqual({});
    expect(convertFormat({ type: "json_object" })).toEqual({ responseFormat: { type: "json" } });
    expect(convertFormat({ type: "json_schema", json_schema: { name: "a", schema } })).toEqual({
      responseFormat: { type: "json", schema: { name: "a", schema, strict: false } },
    });
  });

  test("is stored only with `storage: cloud`", () => {
    expect(toTurn({ options: { conversationId: "c1" } }).cloudIds).toBeNull();
    expect(toTurn({ options: { conversationId: "c1", storage: "local" } }).cloudIds).toBeNull();
  });

  test("has its messages linked to each other, starting from the parent", () => {
    const { messages, cloudIds } = toTurn({
      options: { conversationId: "c1", storage: "cloud", parentId: "m0", replyId: "m3" },
      messages: [
        { id: "m1", role: "user", content: "a" },
        { id: "m2", role: "user", content: "b" },
      ],
    });
    expect(messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["m1", "m0"],
      ["m2", "m1"],
    ]);
    expect(cloudIds).toEqual({ conversationId: "c1", parentId: "m0", replyId: "m3" });
  });
});

describe("an invalid chat request", () => {
  test.each<[string, Partial<ChatRequestInput>, string]>([
    ["only system messages", { messages: [{ role: "system", content: "x" }] }, "messages"],
    [
      "an answer at the end",
      {
        messages: [
          { role: "user", content: "x" },
          { role: "assistant", content: "y" },
        ],
      },
      "messages.1",
    ],
    ["a repeated function name", { options: { functions: [{ name: "a" }, { name: "a" }] } }, "options.functions"],
    [
      "a call of a missing function",
      { options: { functions: [{ name: "a" }], function_call: { name: "b" } } },
      "options.function_call",
    ],
    ["the cloud without a conversation", { options: { storage: "cloud" } }, "options.conversationId"],
  ])("with %s is rejected with a path", (_, given, path) => {
    expect(() => toTurn(given)).toThrow(
      expect.objectContaining({ code: "invalidInput", issues: [expect.objectContaining({ path })] }),
    );
  });
});
