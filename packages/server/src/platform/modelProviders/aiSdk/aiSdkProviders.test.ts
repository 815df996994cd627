import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anthropicWire } from "../../../testing/providerServers/anthropicWire.ts";
import { bedrockWire } from "../../../testing/providerServers/bedrockWire.ts";
import { googleWire } from "../../../testing/providerServers/googleWire.ts";
import type { ParsedCall, ProviderWire } from "../../../testing/providerServers/providerWire.ts";
import { type ProviderServer, startProviderServer } from "../../../testing/providerServers/startProviderServer.ts";
import { createModelProviders } from "../createModelProviders.ts";
import type { ModelCall, ModelEndpoint, ModelMessage, ModelProvider, ModelProviders } from "../modelProvider.ts";
import { describeEmbeddings } from "../testing/embeddingsConformance.ts";
import { buildModelCall, collect, describeModelProvider } from "../testing/modelProviderConformance.ts";
import { describeModelWire, type WireHarness } from "../testing/modelWireConformance.ts";
import { describeToolLoop, type ToolLoopTraits } from "../testing/toolLoopConformance.ts";
import type { ModelTimeLimits } from "../transport/modelTimeLimits.ts";

const key = "sk-of-the-tests-0123456789";
/** A text of more than 2,000 tokens. */
const longText = "a word ".repeat(1_200);
const tool = { name: "weather", parameters: { type: "object", properties: {} } };
/** A conversation in the middle of a tool loop. */
const loopMessages: ModelMessage[] = [
  { role: "system", content: longText },
  { role: "user", content: "One" },
  { role: "assistant", content: "Two" },
  { role: "user", content: "Three" },
  { role: "assistant", content: "", toolCalls: [{ id: "call_1", name: "weather", arguments: "{}" }] },
  { role: "tool", content: "Rain", toolCallId: "call_1", toolName: "weather" },
];
const logLines: string[] = [];
const log = pino({ level: "debug" }, { write: (line: string) => void logLines.push(line) });

interface TestedProvider {
  server(): ProviderServer;
  open(overrides?: Partial<ModelEndpoint> & { limits?: Partial<ModelTimeLimits> }): ModelProvider;
  getLastCall(): ParsedCall;
}

/** Starts the provider's server and runs the conformance suites against it. */
function describeProvider(
  name: string,
  wire: ModelEndpoint["wire"],
  serverWire: ProviderWire,
  {
    countsEmbeddings,
    toolLoop,
    ...wireFeatures
  }: Pick<
    WireHarness,
    "overloadedStatus" | "countsCacheWrites" | "streamsToolCalls" | "canForbidTools" | "canForbidParallelCalls"
  > & {
    /** True if the server reports token counts for embeddings; absent: the wire has none. */
    countsEmbeddings?: boolean;
    toolLoop: ToolLoopTraits;
  },
  addTests: (tested: TestedProvider) => void,
): void {
  describe(name, () => {
    let server: ProviderServer;
    const openedProviders: ModelProviders[] = [];
    const open: TestedProvider["open"] = ({ limits, ...overrides } = {}) => {
      const providers = createModelProviders(log, limits);
      openedProviders.push(providers);
      return providers.open({ wire, url: server.url, key, region: "eu-central-1", ...overrides });
    };
    const getLastCall = () => {
      const call = server.chats().at(-1)?.call;
      if (!call) throw new Error("there was no request");
      return call;
    };
    beforeAll(async () => {
      server = await startProviderServer(serverWire, { key });
    });
    beforeEach(() => {
      server.reset();
      logLines.length = 0;
    });
    afterAll(async () => {
      await Promise.all(openedProviders.map((providers) => providers.close()));
      await server.close();
    });

    describeModelProvider(name, open, "Say something [[tokens: 300]]");
    const getHarness = (): WireHarness => ({
      open,
      getLastCall,
      chats: () => server.chats(),
      nextChat: () => server.nextChat(),
      pause: (afterTokens) => server.pauseAfter(afterTokens),
      whenPaused: () => server.whenPaused(),
      getLog: () => logLines.join(""),
      ...wireFeatures,
    });
    describeModelWire(name, getHarness);
    describeToolLoop(name, getHarness, toolLoop);
    if (countsEmbeddings !== undefined) describeEmbeddings(name, open, { counts: countsEmbeddings });
    addTests({ server: () => server, open, getLastCall });
  });
}

describeProvider(
  "Anthropic",
  "anthropic",
  anthropicWire,
  {
    overloadedStatus: 529,
    countsCacheWrites: true,
    streamsToolCalls: true,
    canForbidTools: true,
    canForbidParallelCalls: true,
    toolLoop: { groupsResults: true, marksErrors: true, allowsMalformedArguments: true, rendersToolsAsText: false },
  },
  ({ server, open, getLastCall }) => {
    const getMarks = async (overrides: Partial<ModelCall>) => {
      await collect(open().stream(buildModelCall("", overrides)));
      return getLastCall().cacheMarks;
    };

    test("asks to cache the prefixes that a tool loop repeats, at most four", async () => {
      // The positions are those of the wire's messages, which do not contain the system prompt.
      expect(await getMarks({ messages: loopMessages, tools: [tool] })).toEqual(["system", 1, 2, 4]);
    });

    test("asks to cache the conversation before a question, but not the question, if no tool can be called", async () => {
      const messages = loopMessages.slice(0, 4);
      expect(await getMarks({ messages })).toEqual(["system", 1]);
      expect(await getMarks({ messages, tools: [tool], toolChoice: "none" })).toEqual(["system", 1]);
      expect(await getMarks({ messages, tools: [tool] })).toEqual(["system", 1, 2]);
    });

    test("asks to cache long functions if there is no system prompt", async () => {
      const messages = loopMessages.slice(1, 2);
      expect(await getMarks({ messages, tools: [{ ...tool, description: longText }] })).toEqual(["tools", 0]);
    });

    test("asks for no cache if the prefix is too short for one", async () => {
      const messages: ModelMessage[] = [{ role: "system", content: "Be brief." }, ...loopMessages.slice(1)];
      expect(await getMarks({ messages, tools: [tool] })).toEqual([]);
    });

    test("sends the key and the API version", async () => {
      await collect(open().stream(buildModelCall("hello")));
      expect(server().chats()[0]).toMatchObject({
        path: "/v1/messages",
        headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
      });
      expect(server().chats()[0]?.headers.authorization).toBeUndefined();
    });

    test("requests reasoning summaries from models that think by default", async () => {
      await collect(open().stream(buildModelCall("hello", { model: "claude-opus-5-5", temperature: 0.3 })));
      const { body } = server().chats()[0] ?? {};
      expect(body?.thinking).toEqual({ type: "adaptive", display: "summarized" });
      expect(body).not.toHaveProperty("temperature"); // these models reject it
      await collect(open().stream(buildModelCall("hello", { model: "claude-sonnet-4-5" })));
      expect(server().chats()[1]?.body).not.toHaveProperty("thinking");
    });

    test("an error in mid-stream is classified by its code", async () => {
      await expect(collect(open().stream(buildModelCall("[[error: 0]]")))).rejects.toMatchObject({ status: 529 });
    });

    test("an answer that the content filter blocks is contentFilter", async () => {
      const call = collect(open().stream(buildModelCall("[[status: 400; code: content_filter]]")));
      await expect(call).rejects.toMatchObject({ kind: "contentFilter" });
    });

    test("lists the models of all pages, with names, windows and limits", async () => {
      const models = await open().listModels(new AbortController().signal);
      expect(models).toEqual(
        ["scripted-large", "scripted-small", "text-embedding-scripted"].map((id) => ({
          id,
          name: `Scripted ${id}`,
          contextWindow: 32_768,
          outputTokenLimit: 4_000,
        })),
      );
    });
  },
);

describeProvider(
  "Google",
  "google",
  googleWire,
  {
    overloadedStatus: 503,
    countsCacheWrites: false,
    streamsToolCalls: false,
    canForbidTools: true,
    canForbidParallelCalls: false,
    countsEmbeddings: false,
    toolLoop: { groupsResults: true, marksErrors: true, allowsMalformedArguments: false, rendersToolsAsText: false },
  },
  ({ server, open }) => {
    test("sends its key in a header, never in the URL", async () => {
      await collect(open().stream(buildModelCall("hello")));
      expect(server().chats()[0]).toMatchObject({
        path: "/v1beta/models/scripted-large:streamGenerateContent?alt=sse",
        headers: { "x-goog-api-key": key },
      });
    });

    test("requests reasoning summaries from models that can think", async () => {
      await collect(open().stream(buildModelCall("hello", { model: "gemini-2.5-flash" })));
      expect(server().chats()[0]?.body).toMatchObject({
        generationConfig: { thinkingConfig: { includeThoughts: true } },
      });
    });

    test("sends the system prompt with the first message to models without system prompts", async () => {
      const messages = [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello" },
      ] as const;
      await collect(open().stream(buildModelCall("", { model: "gemma-3-27b-it", messages: [...messages] })));
      expect(server().chats()[0]?.call).toMatchObject({ system: "", messages: [{ text: "Be brief.\n\nHello" }] });
    });

    test("an invalid key is unauthorized, although Google answers 400", async () => {
      const call = collect(open().stream(buildModelCall("[[status: 400; code: API_KEY_INVALID]]")));
      await expect(call).rejects.toMatchObject({ kind: "unauthorized" });
    });

    test("lists the chat models of all pages, with names, windows and limits", async () => {
      const models = await open().listModels(new AbortController().signal);
      expect(models).toEqual(
        ["scripted-large", "scripted-small"].map((id) => ({
          id,
          name: `Scripted ${id}`,
          contextWindow: 32_768,
          outputTokenLimit: 4_000,
        })),
      );
    });
  },
);

describeProvider(
  "Bedrock",
  "bedrock",
  bedrockWire,
  {
    overloadedStatus: 503,
    countsCacheWrites: true,
    streamsToolCalls: true,
    canForbidTools: false,
    canForbidParallelCalls: false,
    countsEmbeddings: true,
    toolLoop: { groupsResults: true, marksErrors: false, allowsMalformedArguments: true, rendersToolsAsText: true },
  },
  ({ server, open, getLastCall }) => {
    test("sends its key", async () => {
      await collect(open().stream(buildModelCall("hello")));
      expect(server().chats()[0]?.headers.authorization).toBe(`Bearer ${key}`);
    });

    test("signs its requests if it has credentials instead of a key", async () => {
      const awsCredentials = { accessKeyId: key, secretAccessKey: "a secret", sessionToken: "a session" };
      const model = "arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.amazon.nova-lite-v1:0";
      await collect(open({ key: "", awsCredentials }).stream(buildModelCall("hello", { model })));
      const [request] = server().chats();
      expect(request?.call?.model).toBe(model);
      expect(request?.headers).toMatchObject({
        authorization: expect.stringContaining("/eu-central-1/bedrock/aws4_request"),
        "x-amz-date": expect.stringMatching(/^\d{8}T\d{6}Z$/),
        "x-amz-security-token": "a session",
      });
      expect(JSON.stringify(request?.headers)).not.toContain("a secret");
    });

    test.each([
      ["eu.anthropic.claude-sonnet-4-5-20250929-v1:0", ["system", 1, 2, 4]],
      ["arn:aws:bedrock:eu-central-1:1:inference-profile/eu.anthropic.claude-opus-5-5", ["system", 1, 2, 4]],
      ["anthropic.claude-3-5-haiku-20241022-v1:0", ["system", 1, 2, 4]],
      ["eu.amazon.nova-pro-v1:0", ["system"]],
      ["anthropic.claude-3-haiku-20240307-v1:0", []],
      ["anthropic.claude-3-5-sonnet-20240620-v1:0", []],
      ["meta.llama3-3-70b-instruct-v1:0", []],
    ])("asks %s for a cache where this model has one", async (model, marks) => {
      await collect(open().stream(buildModelCall("", { model, messages: loopMessages, tools: [tool] })));
      expect(getLastCall().cacheMarks).toEqual(marks);
    });

    test("requests reasoning summaries from models that think by default", async () => {
      await collect(open().stream(buildModelCall("hello", { model: "eu.anthropic.claude-sonnet-5-5" })));
      expect(server().chats()[0]?.body).toMatchObject({
        additionalModelRequestFields: { thinking: { type: "adaptive", display: "summarized" } },
      });
    });
  },
);
