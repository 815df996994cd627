import { describe, expect, test } from "vitest";
import type { ModelCall, ModelEvent, ModelMessage, ModelTool, WireParts } from "../modelProvider.ts";
import { buildModelCall, collect, textOf } from "./modelProviderConformance.ts";
import { failureOf, type WireHarness } from "./modelWireConformance.ts";

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

const tools: ModelTool[] = [
  { name: "weather", parameters: { type: "object", properties: { place: { type: "string" } } } },
  { name: "time", parameters: { type: "object", properties: {} } },
];

/** What differs between the wires in a tool loop. */
export interface ToolLoopTraits {
  /** True if the results of one round are one message of the wire. */
  groupsResults: boolean;
  /** True if the wire marks a result as an error; if false, its text says so. */
  marksErrors: boolean;
  /** True if the model can write arguments that are not valid JSON. */
  allowsMalformedArguments: boolean;
  /** True if calls and results become text in a call without functions. */
  rendersToolsAsText: boolean;
}

/** Builds the message that an answer becomes in the next round. */
function toAssistantMessage(events: readonly ModelEvent[]): AssistantMessage {
  const calls: { id: string; name: string; arguments: string }[] = [];
  let wireParts: WireParts | undefined;
  for (const event of events) {
    if (event.type === "wireParts") wireParts = event.wireParts;
    if (event.type !== "toolCall") continue;
    const { id = "", name = "", arguments: json = "" } = event;
    const call = calls[event.index] ?? { id: "", name: "", arguments: "" };
    calls[event.index] = { id: call.id + id, name: call.name + name, arguments: call.arguments + json };
  }
  return { role: "assistant", content: textOf(events), toolCalls: calls, ...(wireParts && { wireParts }) };
}

/** Stores and loads a value, as a browser or a database does. */
function storeAndLoad<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

const toResult = (id: string, name: string, content: string): ModelMessage => ({
  role: "tool",
  content,
  toolCallId: id,
  toolName: name,
});
const toResults = ({ toolCalls = [] }: AssistantMessage) =>
  toolCalls.map(({ id, name, arguments: json }) => toResult(id, name, `${name} of ${json}`));

/** Runs the tests of calls, results and signed reasoning for providers on any wire. */
export function describeToolLoop(name: string, getHarness: () => WireHarness, traits: ToolLoopTraits): void {
  const requestAnswer = (messages: ModelMessage[], overrides: Partial<ModelCall> = {}) =>
    collect(
      getHarness()
        .open()
        .stream(buildModelCall("", { tools, messages, ...overrides })),
    );

  /** Answers a question over all rounds. Returns the messages with the final answer, and the events per round. */
  async function runLoop(question: string, maxRounds = 10) {
    const messages: ModelMessage[] = [{ role: "user", content: question }];
    const rounds: ModelEvent[][] = [];
    while (rounds.length < maxRounds) {
      const events = await requestAnswer(storeAndLoad(messages));
      rounds.push(events);
      const answer = toAssistantMessage(events);
      messages.push(answer);
      if (answer.toolCalls?.length === 0) break;
      messages.push(...toResults(answer));
    }
    return { messages, rounds };
  }

  const signedQuestion =
    '[[think: I look it up.]] [[redacted]] [[say: One moment.]] [[call: weather {"place":"Zürich"}]] [[call: time {}]] ' +
    '[[then]] [[call: weather {"place":"Bern"}]] [[answer: Found: {results}]]';

  describe(`a tool loop through the ${name} provider`, () => {
    test("continues over several rounds with parallel calls and signed reasoning", async () => {
      const { messages, rounds } = await runLoop(signedQuestion);
      expect(rounds).toHaveLength(3);
      expect(messages[1]).toMatchObject({
        content: "One moment.",
        toolCalls: [
          { name: "weather", arguments: '{"place":"Zürich"}' },
          { name: "time", arguments: "{}" },
        ],
      });
      expect(messages.at(-1)).toMatchObject({ content: 'Found: weather of {"place":"Bern"}' });
      expect(rounds.map((events) => events.at(-1))).toEqual([
        { type: "finish", reason: "toolCalls" },
        { type: "finish", reason: "toolCalls" },
        { type: "finish", reason: "stop" },
      ]);
    });

    test("yields what the server needs back once, after the calls and directly before usage and finish", async () => {
      const { rounds } = await runLoop(signedQuestion);
      for (const events of rounds.slice(0, 2)) {
        expect(events.filter(({ type }) => type === "wireParts")).toHaveLength(1);
        expect(events.slice(-3).map(({ type }) => type)).toEqual(["wireParts", "usage", "finish"]);
      }
    });

    test("needs nothing back from an answer without calls", async () => {
      const events = await requestAnswer([{ role: "user", content: "[[think: Hm.]] [[answer: Yes.]]" }]);
      expect(events.filter(({ type }) => type === "wireParts")).toEqual([]);
    });

    test("is rejected by the server if the reasoning is missing or changed", async () => {
      const { messages } = await runLoop(signedQuestion, 1);
      const [question, answer, ...results] = messages;
      if (!question || answer?.role !== "assistant") throw new Error("the model gave no answer");
      const { wireParts, ...unsignedAnswer } = answer;
      if (!wireParts) throw new Error("the answer has nothing to send back");
      const changedParts: WireParts = JSON.parse(
        JSON.stringify(wireParts).replace(/("(?:signature|thoughtSignature|reasoning_content)":")/, "$1x"),
      );
      expect(changedParts).not.toEqual(wireParts);
      for (const otherAnswer of [{ ...answer, wireParts: changedParts }, unsignedAnswer])
        expect((await failureOf(requestAnswer([question, otherAnswer, ...results]))).kind).toBe("badRequest");
      expect(textOf(await requestAnswer([question, answer, ...results]))).toBe("One moment.");
    });

    test("sends the reasoning only to the model that wrote it, and ignores anything of another shape", async () => {
      const { messages } = await runLoop(signedQuestion, 1);
      const [, answer, ...results] = messages;
      if (answer?.role !== "assistant" || !answer.wireParts) throw new Error("the answer has nothing to send back");
      const { wireParts } = answer;
      const sendBack = async (parts: unknown) => {
        const changedAnswer: AssistantMessage = { ...answer, wireParts: parts as WireParts }; // a client may send anything
        await requestAnswer([{ role: "user", content: "Hello" }, changedAnswer, ...results]);
        return getHarness().getLastCall().messages[1];
      };
      expect((await sendBack(wireParts))?.signedParts).not.toEqual([]);
      for (const parts of [
        { ...wireParts, model: "another" },
        { ...wireParts, wire: "guide" },
        { ...wireParts, parts: [...wireParts.parts, { type: "cacheControl" }] },
        { ...wireParts, parts: wireParts.parts.map((part) => ({ ...part, signatures: 7, reasoning_content: 7 })) },
        { ...wireParts, parts: {} },
        [],
        "text",
        null,
      ]) {
        const message = await sendBack(parts);
        expect(message).toMatchObject({ text: "One moment.", signedParts: [] });
        expect(message?.toolCalls).toHaveLength(2);
      }
    });

    test("sends an answer that was changed as it is now", async () => {
      const { messages } = await runLoop(signedQuestion, 1);
      const [, answer, ...results] = messages;
      if (answer?.role !== "assistant") throw new Error("the model gave no answer");
      const moreCalls = [...(answer.toolCalls ?? []), { id: "call_x", name: "time", arguments: "{}" }];
      for (const change of [
        { content: "Another text." },
        { toolCalls: moreCalls },
        { toolCalls: moreCalls.slice(0, 1) },
      ]) {
        await requestAnswer([{ role: "user", content: "Hello" }, { ...answer, ...change }, ...results]);
        const sentAnswer = getHarness().getLastCall().messages[1];
        expect(sentAnswer?.text).toBe(change.content ?? "One moment.");
        expect(sentAnswer?.toolCalls).toHaveLength(change.toolCalls?.length ?? 2);
      }
    });

    test("ends with an answer if further calls are forbidden", async () => {
      const { messages, rounds } = await runLoop('[[endless: weather {"place":"Zürich"}]]', 4);
      expect(rounds.map((events) => events.at(-1))).toEqual(
        Array.from({ length: 4 }, () => ({ type: "finish", reason: "toolCalls" })),
      );
      const events = await requestAnswer(messages, { toolChoice: "none" });
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
      expect(textOf(events)).not.toBe("");
    });

    test("can be continued without functions", async () => {
      const { messages } = await runLoop('[[call: weather {"place":"Zürich"}]]', 1);
      const events = await requestAnswer(messages, { tools: [] });
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
      const { messages: sentMessages } = getHarness().getLastCall();
      expect(sentMessages.some(({ role }) => role === "tool")).toBe(!traits.rendersToolsAsText);
      expect(sentMessages.map(({ text }) => text).join("\n")).toContain('weather of {"place":"Zürich"}');
    });
  });

  describe(`results sent by the ${name} provider`, () => {
    const calls = [
      { id: "call_a", name: "weather", arguments: '{"place":"Zürich"}' },
      { id: "call_b", name: "time", arguments: "" },
      { id: "call_c", name: "time", arguments: "{}" },
    ];
    const sendResults = async (results: ModelMessage[], toolCalls = calls) => {
      await requestAnswer([
        { role: "user", content: "Hello" },
        { role: "assistant", content: "", toolCalls },
        ...results,
        { role: "user", content: "Thanks" },
      ]);
      return getHarness().getLastCall().messages;
    };

    test("follow the calls in their order, in one message if the wire has it so", async () => {
      const results = [
        toResult("call_c", "time", "3"),
        toResult("call_a", "weather", "1"),
        toResult("call_b", "time", "2"),
      ];
      const messages = (await sendResults(results)).slice(2, 5);
      expect(messages.map(({ role, text }) => [role, text])).toEqual([
        ["tool", "1"],
        ["tool", "2"],
        ["tool", "3"],
      ]);
      expect(new Set(messages.map(({ turn }) => turn)).size).toBe(traits.groupsResults ? 1 : 3);
      expect(messages.every(({ toolCallId }, index) => ["", calls[index]?.id].includes(toolCallId))).toBe(true);
    });

    test("say that a function failed, returned nothing, or was not carried out", async () => {
      const failed: ModelMessage = {
        role: "tool",
        content: "No such place",
        toolCallId: "call_a",
        toolName: "weather",
        isError: true,
      };
      const [first, second, third] = (await sendResults([failed, toResult("call_b", "time", " ")])).slice(2, 5);
      expect(first).toMatchObject({
        text: traits.marksErrors ? "No such place" : "Error: No such place",
        isError: traits.marksErrors,
      });
      expect(second).toMatchObject({ text: "(empty result)", isError: false });
      expect(third?.text).toMatch(/not carried out/);
    });

    test("are left out if their call is not in the input", async () => {
      const messages = await sendResults([
        ...calls.map(({ id, name }) => toResult(id, name, id)),
        toResult("call_x", "time", "?"),
      ]);
      expect(messages.filter(({ role }) => role === "tool")).toHaveLength(3);
    });

    test("may belong to malformed arguments, which the model gets back as an object", async () => {
      if (traits.allowsMalformedArguments) {
        const answer = toAssistantMessage(
          await requestAnswer([{ role: "user", content: '[[call: weather {"place": ]]' }]),
        );
        expect(answer.toolCalls).toMatchObject([{ name: "weather", arguments: '{"place":' }]);
      }
      for (const json of ['{"place":', "[1]", "Zürich"]) {
        const messages = await sendResults(
          [toResult("call_a", "weather", "?")],
          [{ id: "call_a", name: "weather", arguments: json }],
        );
        expect(messages[1]?.toolCalls).toMatchObject([{ name: "weather", arguments: { invalid_arguments: json } }]);
      }
    });
  });
}
