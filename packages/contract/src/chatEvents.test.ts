import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, applyChatEvent, emptyAnswer, formatAnswer, mergeState } from "./chatEvents.ts";
import type { JsonObject } from "./primitives.ts";
import { getFuzzRunCount } from "./testing/getFuzzRunCount.ts";

const applyAll = (events: readonly unknown[], from: Answer = emptyAnswer) => events.reduce(applyChatEvent, from);
const outOfOrderEvent = { s: "meta", m: "out_of_order" };
const sourceName = fc.constantFrom("0", "a", "b", "z", "__proto__", "constructor");
/** Objects without a `__proto__` key, which the reducer drops from a state. */
const arbitraryObject = fc.dictionary(
  fc.string().filter((key) => key !== "__proto__"),
  fc.jsonValue(),
);

/** Text split at arbitrary positions, including positions inside surrogate pairs. */
const splitText = fc.tuple(fc.string({ unit: "binary", maxLength: 60 }), fc.array(fc.nat(120))).map(([text, cuts]) => {
  const cutIndexes = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
  return { text, pieces: cutIndexes.slice(1).map((end, index) => text.slice(cutIndexes[index], end)) };
});

describe("text", () => {
  test("[C7.47] however a text is split into events, the content is the text", () => {
    fc.assert(
      fc.property(splitText, ({ text, pieces }) => {
        expect(applyAll(pieces.map((d) => ({ s: "0", d }))).content).toBe(text);
      }),
    );
  });

  test("[C7.47] a change of source starts a new paragraph", () => {
    const events = [
      { s: "a", d: "One" },
      { s: "a", d: "." },
      { s: "b", d: "Two." },
      { s: "a", d: "Three." },
    ];
    expect(applyAll(events).content).toBe("One.\n\nTwo.\n\nThree.");
  });

  test("an empty text of another source starts no paragraph", () => {
    const events = [
      { s: "a", d: "One" },
      { s: "b", d: "" },
      { s: "a", d: "." },
    ];
    expect(applyAll(events).content).toBe("One.");
  });

  test("[C7.47] [C7.48] out of order, text is grouped by source, the groups sorted by name and joined with a line break", () => {
    const events = [
      outOfOrderEvent,
      { s: "b", d: "2" },
      { s: "a", d: "1" },
      { s: "b", d: "2" },
      { s: "a", d: "1\ncodeInterpreterAssistantId=x" },
    ];
    expect(applyAll(events).content).toBe("11\ncodeInterpreterAssistantId=x\n22");
  });

  test("[C7.48] text received before the mode change stays in front", () => {
    expect(applyAll([{ s: "z", d: "first" }, outOfOrderEvent, { s: "a", d: "then" }]).content).toBe("first\nthen");
  });

  test("[C7.48] out of order, only the order within a source matters, and a second mode event changes nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ s: sourceName, d: fc.string() })), (texts) => {
        const sortedTexts = [...texts].sort((one, other) => (one.s === other.s ? 0 : one.s < other.s ? -1 : 1));
        const inOrderAnswer = applyAll([outOfOrderEvent, ...texts]);
        expect(applyAll([outOfOrderEvent, outOfOrderEvent, ...sortedTexts]).content).toBe(inOrderAnswer.content);
      }),
    );
  });
});

describe("reasoning", () => {
  const buildReasoningEvent = (r: string) => ({ s: "meta", r });

  test("is concatenated in order, separately from the text around it", () => {
    fc.assert(
      fc.property(splitText, splitText, ({ text, pieces }, content) => {
        const maxPieceCount = Math.max(pieces.length, content.pieces.length);
        const mixedEvents = Array.from({ length: maxPieceCount }, (_, index) => [
          buildReasoningEvent(pieces[index] ?? ""),
          { s: "0", d: content.pieces[index] ?? "" },
        ]).flat();
        expect(applyAll(mixedEvents)).toMatchObject({ reasoning: text, content: content.text });
      }),
    );
  });

  test("starts no paragraph in the text, and is preserved at the end and in out-of-order mode", () => {
    const events = [
      { s: "0", d: "One" },
      buildReasoningEvent("Hm."),
      { s: "0", d: "." },
      outOfOrderEvent,
      { s: "meta", end: "done" },
    ];
    expect(applyAll(events)).toMatchObject({ reasoning: "Hm.", content: "One." });
  });

  test("ignores anything but non-empty text", () => {
    expect(applyAll([buildReasoningEvent(""), { s: "meta", r: 5 }, { s: "meta", r: null }])).toBe(emptyAnswer);
  });
});

describe("statuses", () => {
  test("[C3.26] [C7.47] a status has an id, a summary, a message, a type that defaults to info, and a progress flag", () => {
    const { statuses } = applyAll([
      { s: "meta", st: { id: "1", summary: "Reading", message: "two files", inProgress: true } },
      { s: "meta", st: { id: "2", summary: "Read", message: "both", type: "warning", inProgress: false } },
      { s: "meta", st: { id: "3" } },
    ]);
    expect(statuses).toEqual([
      { id: "1", summary: "Reading", message: "two files", type: "info", inProgress: true },
      { id: "2", summary: "Read", message: "both", type: "warning", inProgress: false },
      { id: "3", summary: "", message: "", type: "info", inProgress: false },
    ]);
  });

  test("[C2.16] a status replaces the earlier one with its id, in its place", () => {
    const buildStatusEvent = (id: string, summary: string) => ({
      s: "meta",
      st: { id, summary, message: "", inProgress: true },
    });
    const { statuses } = applyAll([buildStatusEvent("1", "a"), buildStatusEvent("2", "b"), buildStatusEvent("1", "c")]);
    expect(statuses.map(({ id, summary }) => [id, summary])).toEqual([
      ["1", "c"],
      ["2", "b"],
    ]);
  });

  test("the end clears the progress flag and preserves the sticky flag", () => {
    const st = { id: "1", summary: "", message: "", inProgress: true, sticky: true };
    const { statuses } = applyAll([
      { s: "meta", st },
      { s: "meta", end: "done" },
    ]);
    expect(statuses).toMatchObject([{ inProgress: false, sticky: true }]);
  });
});

describe("state", () => {
  test("[C7.47] a state event merges objects by key and arrays by their items' JSON, and replaces the rest", () => {
    const knownState = { a: { x: 1, list: [{ id: 1 }] }, b: "old", c: [1] };
    const mergedState = mergeState(knownState, { a: { y: 2, list: [{ id: 1 }, { id: 2 }] }, b: "new", c: "none" });
    expect(mergedState).toEqual({ a: { x: 1, y: 2, list: [{ id: 1 }, { id: 2 }] }, b: "new", c: "none" });
  });

  test("[C7.47] a reset replaces the state", () => {
    const events = [
      { s: "meta", state: { a: 1 } },
      { s: "meta", stateReset: { b: 2 } },
    ];
    expect(applyAll(events).state).toEqual({ b: 2 });
  });

  test("merging the same state again changes nothing, nor does merging an empty one", () => {
    fc.assert(
      fc.property(arbitraryObject, arbitraryObject, (knownState, more) => {
        const mergedOnce = mergeState(knownState, more);
        expect(mergeState(mergedOnce, more)).toEqual(mergedOnce);
        expect(mergeState(mergedOnce, {})).toEqual(mergedOnce);
        expect(mergeState({}, mergedOnce)).toEqual(mergedOnce);
      }),
    );
  });

  test("merging does not mutate its arguments", () => {
    fc.assert(
      fc.property(arbitraryObject, arbitraryObject, (knownState, more) => {
        const before = JSON.stringify([knownState, more]);
        mergeState(knownState, more);
        expect(JSON.stringify([knownState, more])).toBe(before);
      }),
    );
  });

  test("a state that names __proto__ or constructor changes no prototype", () => {
    const hostileJson =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":{"polluted":1}}}';
    const parseHostileEvent = (key: string): unknown => JSON.parse(`{"s":"meta","${key}":${hostileJson}}`);
    const { state } = applyAll([
      parseHostileEvent("state"),
      parseHostileEvent("state"),
      parseHostileEvent("stateReset"),
      parseHostileEvent("state"),
    ]);
    const seen: JsonObject = { ...state };
    expect(seen.polluted).toBeUndefined();
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(state.a)).toBe(Object.prototype);
    expect(({} as JsonObject).polluted).toBeUndefined();
  });

  test("a state nested too deeply is ignored", () => {
    const parseDeepEvent = (key: string): unknown =>
      JSON.parse(`{"s":"meta","${key}":{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`);
    expect(applyAll([parseDeepEvent("state"), parseDeepEvent("state"), parseDeepEvent("stateReset")])).toEqual(
      emptyAnswer,
    );
  });
});

describe("function calls", () => {
  const buildCallEvent = (...deltas: unknown[]) => ({ s: "0", d: { tool_calls: deltas } });

  test("[C7.47] names and arguments are assembled by index from deltas", () => {
    const { toolCalls } = applyAll([
      buildCallEvent({ index: 0, id: "one", type: "function", function: { name: "find", arguments: "" } }),
      buildCallEvent({ index: 0, function: { arguments: '{"q":' } }),
      buildCallEvent(
        { index: 1, id: "two", function: { name: "open" } },
        { index: 0, function: { arguments: '"x"}' } },
      ),
    ]);
    expect(toolCalls).toEqual([
      { id: "one", name: "find", arguments: '{"q":"x"}' },
      { id: "two", name: "open", arguments: "" },
    ]);
  });

  test("a delta with a skipped or invalid index is ignored", () => {
    const invalidIndexes = [1_000_000, -1, 0.5, "0", null];
    expect(
      applyAll(invalidIndexes.map((index) => buildCallEvent({ index, function: { name: "x" } }))).toolCalls,
    ).toEqual([]);
  });
});

describe("an answer as shown to people", () => {
  test("ends with the requested function calls, with their arguments indented", () => {
    const toolCalls = [{ id: "1", name: "look_up", arguments: '{"place":"Bern"}' }];
    expect(formatAnswer({ content: "I look.", toolCalls })).toBe(
      'I look.\n\nCall of `look_up`:\n\n```json\n{\n  "place": "Bern"\n}\n```',
    );
    expect(formatAnswer({ content: "I look.", toolCalls: [] })).toBe("I look.");
  });

  test("shows incomplete arguments, and does not let them close the code fence", () => {
    const text = formatAnswer({ content: "", toolCalls: [{ id: "1", name: "a`b", arguments: '{"x":"```\n# Title' }] });
    expect(text).toBe('Call of `a_b`:\n\n````json\n{"x":"```\n# Title\n````');
  });
});

describe("the end", () => {
  test.each(["done", "stopped", "failed"])("[C7.47] %s ends the answer with its reason, usage and sentence", (end) => {
    const usage = { inputTokens: 1, outputTokens: 2, cachedTokens: 0 };
    const answer = applyAll([
      { s: "0", d: "Hello" },
      { s: "meta", end, finishReason: "length", usage, message: "why", code: "providerFailed" },
    ]);
    expect(answer).toMatchObject({ content: "Hello", usage });
    expect(answer.end).toEqual({ end, finishReason: "length", message: "why", code: "providerFailed" });
  });
});

describe("invalid events", () => {
  const almostEvent = fc.record(
    {
      s: fc.oneof(sourceName, fc.constant("meta"), fc.jsonValue()),
      d: fc.oneof(fc.jsonValue(), fc.record({ tool_calls: fc.array(fc.jsonValue()) })),
      st: fc.jsonValue(),
      state: fc.jsonValue(),
      stateReset: fc.jsonValue(),
      m: fc.constantFrom("out_of_order", "x", null),
      end: fc.constantFrom("done", "x", null),
      usage: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  test("[C7.47] any JSON value as an event leaves a well-formed answer and does not throw", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), almostEvent)), (events) => {
        const answer = applyAll(events);
        expect(typeof answer.content).toBe("string");
        for (const status of answer.statuses) expect(typeof status.id).toBe("string");
        for (const toolCall of answer.toolCalls) expect(typeof toolCall.arguments).toBe("string");
        expect(Object.getPrototypeOf(answer.state)).toBe(Object.prototype);
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });

  test.each([null, 1, "text", [], {}, { s: 1 }, { s: "0" }, { s: "0", d: 1 }, { s: "meta" }, { s: "meta", end: "x" }])(
    "%j leaves the answer unchanged",
    (event) => {
      expect(applyChatEvent(emptyAnswer, event)).toBe(emptyAnswer);
    },
  );
});

test("text that turns out to be reasoning is moved there, and earlier text stays", () => {
  const events = [
    { s: "0", d: "First." },
    { s: "1", d: "Six times seven.\n" },
    { s: "meta", moved: 17 },
    { s: "1", d: "42." },
  ];
  expect(applyAll(events)).toMatchObject({
    content: "First.\n\n42.",
    reasoning: "Six times seven.",
  });
});
