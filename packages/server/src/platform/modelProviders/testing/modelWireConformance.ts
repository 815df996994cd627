import { describe, expect, test } from "vitest";
import type { ParsedCall } from "../../../testing/providerServers/providerWire.ts";
import { type ModelCall, ModelError, type ModelEvent, type ModelProvider } from "../modelProvider.ts";
import type { ModelTimeLimits } from "../transport/modelTimeLimits.ts";
import { buildModelCall, collect, textOf } from "./modelProviderConformance.ts";

/** A provider and the scripted server behind it, for any wire. */
export interface WireHarness {
  open(overrides?: { limits?: Partial<ModelTimeLimits>; key?: string; url?: string }): ModelProvider;
  /** The latest chat request. */
  getLastCall(): ParsedCall;
  chats(): readonly { isAborted: boolean; aborted: Promise<void> }[];
  nextChat(): Promise<{ aborted: Promise<void> }>;
  pause(afterTokens: number): void;
  whenPaused(): Promise<void>;
  /** Everything that was logged. */
  getLog(): string;
  /** The wire's HTTP status for an overloaded server. */
  overloadedStatus: number;
  /** True if the wire reports how many tokens were written to a cache. */
  countsCacheWrites: boolean;
  /** True if the wire streams function calls in several parts. */
  streamsToolCalls: boolean;
  /** True if the wire can forbid function calls. */
  canForbidTools: boolean;
  /** True if the wire can forbid parallel function calls. */
  canForbidParallelCalls: boolean;
}

export async function failureOf(call: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ModelError) return error;
  throw new Error("the call did not fail with a ModelError", { cause: error });
}

const image = {
  mediaType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};
const weatherTool = {
  name: "weather",
  description: "Tells the weather of a place.",
  parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};
const usageOf = (events: readonly ModelEvent[]) => events.find((event) => event.type === "usage");
const reasoningOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "reasoning" ? event.text : "")).join("");

/** Runs the tests for providers that call a server: requests, answers, failures and aborts. */
export function describeModelWire(name: string, getHarness: () => WireHarness): void {
  const requestAnswer = (content: string, overrides: Partial<ModelCall> = {}) =>
    collect(getHarness().open().stream(buildModelCall(content, overrides)));

  describe(`the request of the ${name} provider`, () => {
    test("has the model, the system prompt, the conversation, the temperature and the token limit", async () => {
      await requestAnswer("", {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "One" },
          { role: "assistant", content: "Two" },
          { role: "user", content: "Three" },
        ],
        temperature: 0,
        maxTokens: 700,
      });
      expect(getHarness().getLastCall()).toMatchObject({
        model: "scripted-large",
        system: "Be brief.",
        messages: [
          { role: "user", text: "One" },
          { role: "assistant", text: "Two" },
          { role: "user", text: "Three" },
        ],
        temperature: 0,
        maxTokens: 700,
      });
    });

    test("works without a system prompt, for models that support none", async () => {
      await requestAnswer("Hello");
      expect(getHarness().getLastCall()).toMatchObject({ system: "", messages: [{ role: "user", text: "Hello" }] });
    });

    test("has the images of a message next to its text", async () => {
      await requestAnswer("", { messages: [{ role: "user", content: "What is this?", images: [image] }] });
      expect(getHarness().getLastCall().messages).toMatchObject([
        { role: "user", text: "What is this?", images: [image] },
      ]);
    });

    test("has the functions, and the one that must be called", async () => {
      await requestAnswer("Hello", { tools: [weatherTool] });
      expect(getHarness().getLastCall().tools).toEqual([
        {
          name: weatherTool.name,
          description: weatherTool.description,
          parameters: expect.objectContaining(weatherTool.parameters),
        },
      ]);
      await requestAnswer("Hello", { tools: [weatherTool], toolChoice: { name: "weather" } });
      expect(getHarness().getLastCall().toolChoice).toBe("weather");
      await requestAnswer("Hello", { tools: [weatherTool], toolChoice: "auto" });
      expect(getHarness().getLastCall().toolChoice).toBe("auto");
    });

    test("demands any call, and forbids parallel calls where the wire can", async () => {
      await requestAnswer("Hello", { tools: [weatherTool], toolChoice: "required", parallelToolCalls: false });
      expect(getHarness().getLastCall()).toMatchObject({
        toolChoice: "required",
        allowsParallelCalls: !getHarness().canForbidParallelCalls,
      });
      await requestAnswer("Hello", { tools: [weatherTool], toolChoice: "auto", parallelToolCalls: true });
      expect(getHarness().getLastCall()).toMatchObject({ toolChoice: "auto", allowsParallelCalls: true });
    });

    test("has the texts that end the answer, and the probability mass", async () => {
      await requestAnswer("Hello", { stop: ["END", "\n\n"], topP: 0.5 });
      expect(getHarness().getLastCall()).toMatchObject({ stop: ["END", "\n\n"], topP: 0.5 });
      await requestAnswer("Hello", { stop: [] });
      expect(getHarness().getLastCall()).toMatchObject({ stop: undefined, topP: undefined });
    });

    test("has every system message, also between the others", async () => {
      await requestAnswer("", {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "One" },
          { role: "assistant", content: "Two" },
          { role: "system", content: "Now be long." },
          { role: "user", content: "Three" },
        ],
      });
      const { system, messages } = getHarness().getLastCall();
      expect(system).toBe("Be brief.\n\nNow be long.");
      expect(messages.map(({ text }) => text)).toEqual(["One", "Two", "Three"]);
    });

    test("forbids function calls, or lists no functions", async () => {
      await requestAnswer("Hello", { tools: [weatherTool], toolChoice: "none" });
      const { tools, toolChoice } = getHarness().getLastCall();
      if (getHarness().canForbidTools) expect(toolChoice).toBe("none");
      else expect(tools).toEqual([]);
    });

    test("has the answer's format; the answer arrives as text, however the wire implements the format", async () => {
      const { parameters: schema } = weatherTool;
      const answer = '{"place":"Zürich"}';
      const events = await requestAnswer(`[[answer: ${answer}]]`, {
        responseFormat: { type: "json", schema: { name: "place", schema, strict: false } },
      });
      expect(getHarness().getLastCall().format?.schema).toMatchObject(schema);
      expect(textOf(events)).toBe(answer);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
      expect(events.filter(({ type }) => type === "toolCall")).toEqual([]);
    });

    test("requests JSON without a schema by the wire's JSON mode, or in the prompt", async () => {
      await requestAnswer("Where?", {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Where?" },
        ],
        responseFormat: { type: "json" },
      });
      const { format, system, messages } = getHarness().getLastCall();
      if (format) expect(format.schema).toBeNull();
      else expect(system).toContain("one JSON object");
      expect(messages).toMatchObject([{ role: "user", text: "Where?" }]);
      await requestAnswer("Where?", { responseFormat: { type: "json" } });
      if (!getHarness().getLastCall().format)
        expect(getHarness().getLastCall().messages[0]?.text).toMatch(/^Where\?.*one JSON object/s);
    });

    test("has the model's function calls and their results", async () => {
      await requestAnswer("", {
        tools: [weatherTool],
        messages: [
          { role: "user", content: "How is the weather?" },
          {
            role: "assistant",
            content: "I look it up.",
            toolCalls: [{ id: "call_1", name: "weather", arguments: '{"place":"Zürich"}' }],
          },
          { role: "tool", content: "Rain", toolCallId: "call_1", toolName: "weather" },
        ],
      });
      expect(getHarness().getLastCall().messages).toMatchObject([
        { role: "user", text: "How is the weather?" },
        {
          role: "assistant",
          text: "I look it up.",
          toolCalls: [{ name: "weather", arguments: { place: "Zürich" } }],
        },
        { role: "tool", text: "Rain" },
      ]);
    });
  });

  describe(`an answer through the ${name} provider`, () => {
    test("arrives complete and in order, with the server's usage", async () => {
      const events = await requestAnswer("[[tokens: 2000]]");
      expect(textOf(events).split(/\s+/)).toHaveLength(2000);
      expect(events.at(-2)).toEqual({ type: "usage", inputTokens: 2, outputTokens: 2000, cachedTokens: 0 });
    });

    test("is yielded in the batches in which it arrived", async () => {
      let batchCount = 0;
      for await (const _ of getHarness().open().stream(buildModelCall("[[tokens: 2000]]"))) batchCount += 1;
      expect(batchCount).toBeLessThan(400);
    });

    test("preserves characters that were split between two chunks", async () => {
      const text = "Grüße aus Zürich 🌍 日本語 👩‍👩‍👧";
      expect(textOf(await requestAnswer(`[[split]] [[answer: ${text}]]`))).toBe(text);
    });

    test("starts with the model's reasoning, separate from the text", async () => {
      const events = await requestAnswer("[[think: First I think of it.]] [[answer: Then I say it.]]");
      expect(reasoningOf(events)).toBe("First I think of it.");
      expect(textOf(events)).toBe("Then I say it.");
      const types = events.map(({ type }) => type);
      expect(types.lastIndexOf("reasoning")).toBeLessThan(types.indexOf("text"));
      expect(usageOf(events)).toMatchObject({ outputTokens: 9 });
    });

    test("counts cached tokens once, as part of the input", async () => {
      const cacheWriteDirective = getHarness().countsCacheWrites ? " [[written: 4]]" : "";
      const events = await requestAnswer(`one two three four five six seven eight [[cached: 3]]${cacheWriteDirective}`);
      const inputTokens = cacheWriteDirective === "" ? 10 : 12; // words, including those of the directives
      const { cacheWriteTokens, ...otherCounts } = usageOf(events) ?? {};
      expect(otherCounts).toMatchObject({ inputTokens, cachedTokens: 3 });
      expect(cacheWriteTokens).toBe(getHarness().countsCacheWrites ? 4 : undefined);
    });

    test("may consist of function calls", async () => {
      const events = await requestAnswer("[[tool: weather]]", { tools: [weatherTool] });
      const calls = events.filter((event) => event.type === "toolCall");
      expect(calls[0]).toMatchObject({ index: 0, id: expect.stringMatching(/./), name: "weather" });
      expect(calls.every(({ index }) => index === 0)).toBe(true);
      expect(calls.slice(1).every((call) => call.id === undefined && call.name === undefined)).toBe(true);
      expect(JSON.parse(calls.map((call) => call.arguments ?? "").join(""))).toEqual({ place: "Zürich" });
      if (getHarness().streamsToolCalls) expect(calls.length).toBeGreaterThan(2);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "toolCalls" });
    });

    test.each([
      ["stop", "stop"],
      ["length", "length"],
      ["content_filter", "contentFilter"],
      ["something new", "other"],
    ])("that ends with %s finishes as %s", async (reason, expected) => {
      const events = await requestAnswer(`[[finish: ${reason}]]`);
      expect(events.at(-1)).toEqual({ type: "finish", reason: expected });
    });

    test("may be empty", async () => {
      const events = await requestAnswer("[[empty]]");
      expect(textOf(events)).toBe("");
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
    });

    test("skips invalid events, and logs their number without their content", async () => {
      const events = await requestAnswer("[[rubbish: 3]] [[tokens: 20]]");
      expect(textOf(events).split(/\s+/)).toHaveLength(20);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
      expect(getHarness().getLog()).toMatch(/"skippedEvents":[1-9]/);
      expect(getHarness().getLog()).not.toMatch(/noise|no JSON/);
    });
  });

  describe(`a failure at the ${name} provider`, () => {
    test.each([
      ["401", "unauthorized"],
      ["403", "unauthorized"],
      ["404", "modelNotFound"],
      ["400", "badRequest"],
      ["400; code: context_length_exceeded", "contextTooLong"],
      ["408", "timeout"],
      ["429", "rateLimited"],
      ["500", "serverError"],
      ["503", "serverError"],
      ["302; location: http://127.0.0.1:1/", "protocol"],
    ])("with status %s is %s, and is requested once", async (status, kind) => {
      const error = await failureOf(requestAnswer(`[[status: ${status}]]`));
      expect(error.kind).toBe(kind);
      expect(error.status).toBe(Number.parseInt(status, 10));
      expect(getHarness().chats()).toHaveLength(1);
    });

    test("because of overload has the server's status", async () => {
      const status = getHarness().overloadedStatus;
      expect(await failureOf(requestAnswer(`[[status: ${status}]]`))).toMatchObject({ kind: "serverError", status });
    });

    test("with status 429 has the time to retry", async () => {
      const error = await failureOf(requestAnswer("[[status: 429; retry-after: 7]]"));
      expect(error).toMatchObject({ kind: "rateLimited", status: 429, retryAfterSeconds: 7 });
    });

    test("because of an unknown model is modelNotFound", async () => {
      expect((await failureOf(requestAnswer("hello", { model: "none" }))).kind).toBe("modelNotFound");
    });

    test("never contains the key or the conversation", async () => {
      const providerWithWrongKey = getHarness().open({ key: "sk-wrong-key-9876" });
      const failures = [
        await failureOf(collect(providerWithWrongKey.stream(buildModelCall("a marker sentence")))),
        await failureOf(requestAnswer("a marker sentence [[status: 500]]")),
        await failureOf(requestAnswer("a marker sentence [[error: 2]]")),
        await failureOf(requestAnswer("a marker sentence [[cut: 2]]")),
        await failureOf(requestAnswer("a marker sentence [[huge]]")),
      ];
      expect(failures[0]?.kind).toBe("unauthorized");
      for (const error of failures) {
        const errorText = `${error.message}${error.stack}${JSON.stringify(error.cause ?? null)}${getHarness().getLog()}`;
        expect(errorText).not.toMatch(/9876|marker/);
      }
    });

    test("to connect is unreachable", async () => {
      const unreachableProvider = getHarness().open({ url: "http://127.0.0.1:1/v1" });
      expect((await failureOf(collect(unreachableProvider.stream(buildModelCall("hello"))))).kind).toBe("unreachable");
    });

    test.each([
      ["cut", "cut"],
      ["end", "cut"],
      ["error", "serverError"],
    ])("by %s during an answer is %s, after the text so far", async (directive, kind) => {
      let text = "";
      const read = async () => {
        for await (const batch of getHarness()
          .open()
          .stream(buildModelCall(`[[${directive}: 10]] [[tokens: 50]]`)))
          text += textOf(batch);
      };
      expect((await failureOf(read())).kind).toBe(kind);
      expect(text.split(/\s+/)).toHaveLength(10);
    });

    test.each(["cut", "end", "error"])("by %s before the first token is a failure too", async (directive) => {
      expect(await failureOf(requestAnswer(`[[${directive}: 0]] [[tokens: 50]]`))).toBeInstanceOf(ModelError);
    });

    test("because of the format is protocol: a web page, or an event of more than 4 MiB", async () => {
      expect((await failureOf(requestAnswer("[[html]]"))).kind).toBe("protocol");
      expect((await failureOf(requestAnswer("[[huge]]"))).kind).toBe("protocol");
    });

    test("because of slowness is timeout: no response, or silence during an answer", async () => {
      getHarness().pause(3);
      const silentProvider = getHarness().open({ limits: { idleMs: 60 } });
      expect((await failureOf(collect(silentProvider.stream(buildModelCall("[[tokens: 50]]"))))).kind).toBe("timeout");
      const slowProvider = getHarness().open({ limits: { firstByteMs: 60 } });
      expect((await failureOf(collect(slowProvider.stream(buildModelCall("[[first: 60000]]"))))).kind).toBe("timeout");
    });
  });

  describe(`an abort at the ${name} provider`, () => {
    test("closes the connection immediately and throws the signal's reason", async () => {
      getHarness().pause(5);
      const controller = new AbortController();
      const reason = new Error("the person stopped");
      const answer = requestAnswer("[[tokens: 50]]", { signal: controller.signal }).catch((error: unknown) => error);
      await getHarness().whenPaused();
      controller.abort(reason);
      expect(await answer).toBe(reason);
      await getHarness().chats()[0]?.aborted;
      expect(getHarness().chats()[0]?.isAborted).toBe(true);
    });

    test("works before the response has started", async () => {
      const controller = new AbortController();
      const nextRequest = getHarness().nextChat();
      const answer = requestAnswer("[[first: 60000]]", { signal: controller.signal }).catch((error: unknown) => error);
      const request = await nextRequest;
      controller.abort("stopped early");
      expect(await answer).toBe("stopped early");
      await request.aborted;
    });

    test("also happens on leaving the iteration early", async () => {
      getHarness().pause(5);
      for await (const _ of getHarness().open().stream(buildModelCall("[[tokens: 50]]"))) break;
      await getHarness().chats()[0]?.aborted;
      expect(getHarness().chats()[0]?.isAborted).toBe(true);
    });
  });
}
