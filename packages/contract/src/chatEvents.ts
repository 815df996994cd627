import { limits } from "./limits.ts";
import type { AnswerEnd, StatusEntry } from "./messages.ts";
import type { JsonObject } from "./primitives.ts";

/** The events of `/chat`'s reply, as they stand on the wire: one JSON object an event. */
export type ChatEvent =
  | TextEvent
  | ReasoningEvent
  | ToolCallEvent
  | StatusEvent
  | StateEvent
  | StateResetEvent
  | ModeEvent
  | EndEvent;

export interface TextEvent {
  s: string;
  d: string;
}
/** What the model thinks before it answers; no part of the answer. Clients of the older protocol pass it over. */
export interface ReasoningEvent {
  s: "meta";
  r: string;
}
export interface ToolCallDelta {
  index: number;
  id?: string;
  type?: string;
  function?: { name?: string; arguments?: string };
}
export interface ToolCallEvent {
  s: string;
  d: { tool_calls: ToolCallDelta[] };
}
export interface StatusEvent {
  s: "meta";
  st: StatusEntry;
}
export interface StateEvent {
  s: "meta";
  state: JsonObject;
}
export interface StateResetEvent {
  s: "meta";
  stateReset: JsonObject;
}
export interface ModeEvent {
  s: "meta";
  m: "out_of_order";
}
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
}
export interface EndEvent extends AnswerEnd {
  s: "meta";
  usage?: TokenUsage;
}

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** An answer as far as its events have come. */
export interface Answer {
  content: string;
  reasoning: string;
  statuses: StatusEntry[];
  state: JsonObject;
  toolCalls: ToolCall[];
  end: AnswerEnd | null;
  usage: TokenUsage | null;
  /** How the text is put together; read `content` instead. */
  assembly: { lastSource: string | null; ordered: string; bySource: Readonly<Record<string, string>> | null };
}

export const emptyAnswer: Answer = {
  content: "",
  reasoning: "",
  statuses: [],
  state: {},
  toolCalls: [],
  end: null,
  usage: null,
  assembly: { lastSource: null, ordered: "", bySource: null },
};

/** An answer as people read it: its text and, as Markdown, the functions that the model wants called. */
export function answerText({ content, toolCalls }: Pick<Answer, "content" | "toolCalls">): string {
  if (toolCalls.length === 0) return content;
  return [...(content === "" ? [] : [content]), ...toolCalls.map(callText)].join("\n\n");
}

function callText({ name, arguments: given }: ToolCall): string {
  const fences = given.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(fences.reduce((most, { length }) => Math.max(most, length + 1), 3));
  return `Call of \`${name.replaceAll(/[^\p{L}\p{N}_.-]/gu, "_")}\`:\n\n${fence}json\n${indented(given)}\n${fence}`;
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json; // It is not all there yet, or the model wrote something else.
  }
}

/** Gives the answer after one more event. Anything that is not an event of this protocol leaves it unchanged. Pure. */
export function applyChatEvent(answer: Answer, event: unknown): Answer {
  if (!isObject(event) || typeof event.s !== "string") return answer;
  if (event.s !== "meta") return applyContent(answer, event.s, event.d);
  if (typeof event.r === "string")
    return event.r === "" ? answer : { ...answer, reasoning: answer.reasoning + event.r };
  if (isObject(event.st)) return applyStatus(answer, event.st);
  if (isState(event.state)) return { ...answer, state: mergeState(answer.state, event.state) };
  if (isState(event.stateReset)) return { ...answer, state: mergeState({}, event.stateReset) };
  if (event.m === "out_of_order" && !answer.assembly.bySource) {
    return { ...answer, assembly: { ...answer.assembly, bySource: {} } };
  }
  if (event.end === "done" || event.end === "stopped" || event.end === "failed")
    return applyEnd(answer, event.end, event);
  return answer;
}

function applyContent(answer: Answer, source: string, data: unknown): Answer {
  if (typeof data === "string") return applyText(answer, source, data);
  if (isObject(data) && Array.isArray(data.tool_calls)) {
    return { ...answer, toolCalls: data.tool_calls.reduce(applyToolCallDelta, answer.toolCalls) };
  }
  return answer;
}

function applyText(answer: Answer, source: string, text: string): Answer {
  if (text === "") return answer;
  const { lastSource, ordered, bySource } = answer.assembly;
  if (bySource) {
    const groups = { ...bySource, [source]: (Object.hasOwn(bySource, source) ? bySource[source] : "") + text };
    const names = Object.keys(groups).sort((a, b) => (a < b ? -1 : 1));
    const parts = names.map((name) => groups[name] ?? "");
    const content = (ordered ? [ordered, ...parts] : parts).join("\n");
    return { ...answer, content, assembly: { lastSource: source, ordered, bySource: groups } };
  }
  const startsParagraph = lastSource !== null && lastSource !== source && ordered !== "";
  const content = startsParagraph ? `${ordered}\n\n${text}` : ordered + text;
  return { ...answer, content, assembly: { lastSource: source, ordered: content, bySource: null } };
}

function applyToolCallDelta(calls: ToolCall[], delta: unknown): ToolCall[] {
  if (!isObject(delta) || typeof delta.index !== "number" || !Number.isInteger(delta.index)) return calls;
  const index = delta.index;
  if (index < 0 || index > calls.length || index >= limits.toolCallsPerAnswer) return calls;
  const call = calls[index] ?? { id: "", name: "", arguments: "" };
  const fn = isObject(delta.function) ? delta.function : {};
  const next = {
    id: typeof delta.id === "string" && delta.id ? delta.id : call.id,
    name: call.name + (typeof fn.name === "string" ? fn.name : ""),
    arguments: call.arguments + (typeof fn.arguments === "string" ? fn.arguments : ""),
  };
  return index === calls.length ? [...calls, next] : calls.with(index, next);
}

function applyStatus(answer: Answer, given: Record<string, unknown>): Answer {
  if (typeof given.id !== "string") return answer;
  const status: StatusEntry = {
    id: given.id,
    summary: stringOr(given.summary, ""),
    message: stringOr(given.message, ""),
    type: stringOr(given.type, "info"),
    inProgress: given.inProgress === true,
    ...(typeof given.sticky === "boolean" ? { sticky: given.sticky } : {}),
    ...(typeof given.icon === "string" ? { icon: given.icon } : {}),
    ...(typeof given.animated === "boolean" ? { animated: given.animated } : {}),
  };
  const index = answer.statuses.findIndex((known) => known.id === status.id);
  const statuses = index < 0 ? [...answer.statuses, status] : answer.statuses.with(index, status);
  return { ...answer, statuses };
}

function applyEnd(answer: Answer, end: AnswerEnd["end"], event: Record<string, unknown>): Answer {
  return {
    ...answer,
    end: {
      end,
      ...(typeof event.finishReason === "string" ? { finishReason: event.finishReason } : {}),
      ...(typeof event.message === "string" ? { message: event.message } : {}),
      ...(typeof event.code === "string" ? { code: event.code } : {}),
    },
    usage: isUsage(event.usage) ? event.usage : answer.usage,
    // What was under way is over, whatever came of it.
    statuses: answer.statuses.map((status) => (status.inProgress ? { ...status, inProgress: false } : status)),
  };
}

/** Deep merge: objects by key, arrays as a union by JSON text, anything else replaced. */
export function mergeState(into: JsonObject, from: JsonObject): JsonObject {
  const merged: JsonObject = { ...into };
  for (const [key, value] of Object.entries(from)) {
    if (key === "__proto__") continue;
    const known = Object.hasOwn(into, key) ? into[key] : undefined;
    merged[key] = mergeValue(known, value);
  }
  return merged;
}

function mergeValue(known: unknown, value: unknown): unknown {
  if (isObject(known) && isObject(value)) return mergeState(known, value);
  if (Array.isArray(known) && Array.isArray(value)) {
    const texts = new Set(known.map((item) => JSON.stringify(item)));
    return [...known, ...value.filter((item) => !texts.has(JSON.stringify(item)))];
  }
  return value;
}

/** Nested deeper than a client may nest, it is no state: walking it could exhaust the stack. */
function isState(value: unknown): value is JsonObject {
  return isObject(value) && isWithinDepth(value, limits.jsonDepth);
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isWithinDepth(item, depth - 1));
}

function isUsage(value: unknown): value is TokenUsage {
  return (
    isObject(value) &&
    typeof value.inputTokens === "number" &&
    typeof value.outputTokens === "number" &&
    typeof value.cachedTokens === "number"
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
