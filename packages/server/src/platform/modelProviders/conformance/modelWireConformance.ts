import { describe, expect, test } from "vitest";
import type { SeenCall } from "../../../testing/providerServers/providerWire.ts";
import { type ModelCall, ModelError, type ModelEvent, type ModelProvider } from "../modelProvider.ts";
import type { ModelTimeLimits } from "../transport/modelTimeLimits.ts";
import { askFor, collect, textOf } from "./modelProviderConformance.ts";

/** A provider and the scripted server that it asks, whatever wire lies between them. */
export interface WireBench {
  open(more?: { limits?: Partial<ModelTimeLimits>; key?: string; url?: string }): ModelProvider;
  /** What the newest chat request said. */
  seen(): SeenCall;
  chats(): readonly { isAborted: boolean; aborted: Promise<void> }[];
  nextChat(): Promise<{ aborted: Promise<void> }>;
  hold(afterTokens: number): void;
  whenHeld(): Promise<void>;
  /** All that was logged. */
  logged(): string;
  /** How the wire says that a server has too much to do. */
  overloadedStatus: number;
  /** The wire tells how many tokens were written to a cache. */
  countsCacheWrites: boolean;
  /** A function's call comes in several pieces. */
  streamsToolCalls: boolean;
  /** The wire can tell that the model is to call no function. */
  canForbidTools: boolean;
}

export async function failureOf(call: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ModelError) return error;
  throw new Error("the call did not fail with a ModelError", { cause: error });
}

const picture = {
  mediaType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};
const weather = {
  name: "weather",
  description: "Tells the weather of a place.",
  parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};
const usageOf = (events: readonly ModelEvent[]) => events.find((event) => event.type === "usage");
const reasoningOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "reasoning" ? event.text : "")).join("");

/** What holds of every provider that reaches a server: what is sent, what comes back, and how it fails and ends. */
export function describeModelWire(name: string, bench: () => WireBench): void {
  const ask = (content: string, more: Partial<ModelCall> = {}) => collect(bench().open().stream(askFor(content, more)));

  describe(`what the ${name} provider sends`, () => {
    test("is the model, the system prompt, the conversation, temperature and longest answer", async () => {
      await ask("", {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "One" },
          { role: "assistant", content: "Two" },
          { role: "user", content: "Three" },
        ],
        temperature: 0,
        maxTokens: 700,
      });
      expect(bench().seen()).toMatchObject({
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

    test("works without a system prompt, for models that take none", async () => {
      await ask("Hello");
      expect(bench().seen()).toMatchObject({ system: "", messages: [{ role: "user", text: "Hello" }] });
    });

    test("has the pictures of a message beside its text", async () => {
      await ask("", { messages: [{ role: "user", content: "What is this?", images: [picture] }] });
      expect(bench().seen().messages).toMatchObject([{ role: "user", text: "What is this?", images: [picture] }]);
    });

    test("has the functions, and which of them is to be called", async () => {
      await ask("Hello", { tools: [weather] });
      expect(bench().seen().tools).toEqual([
        {
          name: weather.name,
          description: weather.description,
          parameters: expect.objectContaining(weather.parameters),
        },
      ]);
      await ask("Hello", { tools: [weather], toolChoice: { name: "weather" } });
      expect(bench().seen().toolChoice).toBe("weather");
      await ask("Hello", { tools: [weather], toolChoice: "auto" });
      expect(bench().seen().toolChoice).toBe("auto");
    });

    test("tells that no function is to be called, or names none", async () => {
      await ask("Hello", { tools: [weather], toolChoice: "none" });
      const { tools, toolChoice } = bench().seen();
      if (bench().canForbidTools) expect(toolChoice).toBe("none");
      else expect(tools).toEqual([]);
    });

    test("has the form of the answer, which comes back as text whatever stands for it on the wire", async () => {
      const { parameters: schema } = weather;
      const answer = '{"place":"Zürich"}';
      const events = await ask(`[[answer: ${answer}]]`, {
        responseFormat: { type: "json", schema: { name: "place", schema, strict: false } },
      });
      expect(bench().seen().format?.schema).toMatchObject(schema);
      expect(textOf(events)).toBe(answer);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
      expect(events.filter(({ type }) => type === "toolCall")).toEqual([]);
    });

    test("asks for JSON without a schema by the wire's own means, or in words", async () => {
      await ask("Where?", {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Where?" },
        ],
        responseFormat: { type: "json" },
      });
      const { format, system, messages } = bench().seen();
      if (format) expect(format.schema).toBeNull();
      else expect(system).toContain("one JSON object");
      expect(messages).toMatchObject([{ role: "user", text: "Where?" }]);
      await ask("Where?", { responseFormat: { type: "json" } });
      if (!bench().seen().format) expect(bench().seen().messages[0]?.text).toMatch(/^Where\?.*one JSON object/s);
    });

    test("has what the model called and what came of it", async () => {
      await ask("", {
        tools: [weather],
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
      expect(bench().seen().messages).toMatchObject([
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
    test("arrives whole and in order, with the server's usage", async () => {
      const events = await ask("[[tokens: 2000]]");
      expect(textOf(events).split(/\s+/)).toHaveLength(2000);
      expect(events.at(-2)).toEqual({ type: "usage", inputTokens: 2, outputTokens: 2000, cachedTokens: 0 });
    });

    test("leaves together where it arrived together", async () => {
      let batches = 0;
      for await (const _ of bench().open().stream(askFor("[[tokens: 2000]]"))) batches += 1;
      expect(batches).toBeLessThan(400);
    });

    test("keeps characters that were cut between two chunks", async () => {
      const text = "Grüße aus Zürich 🌍 日本語 👩‍👩‍👧";
      expect(textOf(await ask(`[[split]] [[answer: ${text}]]`))).toBe(text);
    });

    test("begins with what the model thinks, apart from the text", async () => {
      const events = await ask("[[think: First I think of it.]] [[answer: Then I say it.]]");
      expect(reasoningOf(events)).toBe("First I think of it.");
      expect(textOf(events)).toBe("Then I say it.");
      const types = events.map(({ type }) => type);
      expect(types.lastIndexOf("reasoning")).toBeLessThan(types.indexOf("text"));
      expect(usageOf(events)).toMatchObject({ outputTokens: 9 });
    });

    test("counts tokens from a cache once, as a part of the input", async () => {
      const written = bench().countsCacheWrites ? " [[written: 4]]" : "";
      const events = await ask(`one two three four five six seven eight [[cached: 3]]${written}`);
      const inputTokens = written === "" ? 10 : 12; // words, those of the directives included
      expect(usageOf(events)).toMatchObject({ inputTokens, cachedTokens: 3 });
    });

    test("may be calls of functions", async () => {
      const events = await ask("[[tool: weather]]", { tools: [weather] });
      const calls = events.filter((event) => event.type === "toolCall");
      expect(calls[0]).toMatchObject({ index: 0, id: expect.stringMatching(/./), name: "weather" });
      expect(calls.every(({ index }) => index === 0)).toBe(true);
      expect(calls.slice(1).every((call) => call.id === undefined && call.name === undefined)).toBe(true);
      expect(JSON.parse(calls.map((call) => call.arguments ?? "").join(""))).toEqual({ place: "Zürich" });
      if (bench().streamsToolCalls) expect(calls.length).toBeGreaterThan(2);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "toolCalls" });
    });

    test.each([
      ["stop", "stop"],
      ["length", "length"],
      ["content_filter", "contentFilter"],
      ["something new", "other"],
    ])("that ends with %s finishes as %s", async (reason, expected) => {
      const events = await ask(`[[finish: ${reason}]]`);
      expect(events.at(-1)).toEqual({ type: "finish", reason: expected });
    });

    test("may be empty", async () => {
      const events = await ask("[[empty]]");
      expect(textOf(events)).toBe("");
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
    });

    test("survives events that cannot be read; they are counted in the log, without their content", async () => {
      const events = await ask("[[rubbish: 3]] [[tokens: 20]]");
      expect(textOf(events).split(/\s+/)).toHaveLength(20);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
      expect(bench().logged()).toMatch(/"skippedEvents":[1-9]/);
      expect(bench().logged()).not.toMatch(/noise|no JSON/);
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
    ])("with status %s is %s, and asked once", async (status, kind) => {
      const error = await failureOf(ask(`[[status: ${status}]]`));
      expect(error.kind).toBe(kind);
      expect(error.status).toBe(Number.parseInt(status, 10));
      expect(bench().chats()).toHaveLength(1);
    });

    test("because of overload keeps the status that says so", async () => {
      const status = bench().overloadedStatus;
      expect(await failureOf(ask(`[[status: ${status}]]`))).toMatchObject({ kind: "serverError", status });
    });

    test("with status 429 tells when to come again", async () => {
      const error = await failureOf(ask("[[status: 429; retry-after: 7]]"));
      expect(error).toMatchObject({ kind: "rateLimited", status: 429, retryAfterSeconds: 7 });
    });

    test("of a model that is not there is modelNotFound", async () => {
      expect((await failureOf(ask("hello", { model: "none" }))).kind).toBe("modelNotFound");
    });

    test("names no key and nothing of what was said, wherever it happens", async () => {
      const wrong = bench().open({ key: "sk-wrong-key-9876" });
      const failures = [
        await failureOf(collect(wrong.stream(askFor("a marker sentence")))),
        await failureOf(ask("a marker sentence [[status: 500]]")),
        await failureOf(ask("a marker sentence [[error: 2]]")),
        await failureOf(ask("a marker sentence [[cut: 2]]")),
        await failureOf(ask("a marker sentence [[huge]]")),
      ];
      expect(failures[0]?.kind).toBe("unauthorized");
      for (const error of failures) {
        const told = `${error.message}${error.stack}${JSON.stringify(error.cause ?? null)}${bench().logged()}`;
        expect(told).not.toMatch(/9876|marker/);
      }
    });

    test("of the connection is unreachable", async () => {
      const nobody = bench().open({ url: "http://127.0.0.1:1/v1" });
      expect((await failureOf(collect(nobody.stream(askFor("hello"))))).kind).toBe("unreachable");
    });

    test.each([
      ["cut", "cut"],
      ["end", "cut"],
      ["error", "serverError"],
    ])("by %s in mid-answer is %s, after the text that was there", async (directive, kind) => {
      let text = "";
      const read = async () => {
        for await (const batch of bench()
          .open()
          .stream(askFor(`[[${directive}: 10]] [[tokens: 50]]`)))
          text += textOf(batch);
      };
      expect((await failureOf(read())).kind).toBe(kind);
      expect(text.split(/\s+/)).toHaveLength(10);
    });

    test.each(["cut", "end", "error"])("by %s before the first token is one too", async (directive) => {
      expect(await failureOf(ask(`[[${directive}: 0]] [[tokens: 50]]`))).toBeInstanceOf(ModelError);
    });

    test("of the format is protocol: a web page, or an event of more than 1 MiB", async () => {
      expect((await failureOf(ask("[[html]]"))).kind).toBe("protocol");
      expect((await failureOf(ask("[[huge]]"))).kind).toBe("protocol");
    });

    test("of patience is timeout: no reply, or silence in mid-answer", async () => {
      bench().hold(3);
      const silent = bench().open({ limits: { idleMs: 60 } });
      expect((await failureOf(collect(silent.stream(askFor("[[tokens: 50]]"))))).kind).toBe("timeout");
      const slow = bench().open({ limits: { firstByteMs: 60 } });
      expect((await failureOf(collect(slow.stream(askFor("[[first: 60000]]"))))).kind).toBe("timeout");
    });
  });

  describe(`an abort at the ${name} provider`, () => {
    test("closes the connection at once and throws the signal's reason", async () => {
      bench().hold(5);
      const stop = new AbortController();
      const reason = new Error("the person stopped");
      const reading = ask("[[tokens: 50]]", { signal: stop.signal }).catch((error: unknown) => error);
      await bench().whenHeld();
      stop.abort(reason);
      expect(await reading).toBe(reason);
      await bench().chats()[0]?.aborted;
      expect(bench().chats()[0]?.isAborted).toBe(true);
    });

    test("works before the reply has begun", async () => {
      const stop = new AbortController();
      const arrived = bench().nextChat();
      const reading = ask("[[first: 60000]]", { signal: stop.signal }).catch((error: unknown) => error);
      const request = await arrived;
      stop.abort("stopped early");
      expect(await reading).toBe("stopped early");
      await request.aborted;
    });

    test("is what leaving the iteration early does too", async () => {
      bench().hold(5);
      for await (const _ of bench().open().stream(askFor("[[tokens: 50]]"))) break;
      await bench().chats()[0]?.aborted;
      expect(bench().chats()[0]?.isAborted).toBe(true);
    });
  });
}
