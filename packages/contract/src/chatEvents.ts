import * as z from "zod/mini";
import { ArtifactContent, type ArtifactEntry, ArtifactReason, ArtifactStatus } from "./artifacts.ts";
import { toArtifactEntry } from "./artifactVersions.ts";
import { limits } from "./limits.ts";
import { type AnswerEnd, type StatusEntry, ToolStep } from "./messages.ts";
import type { JsonObject } from "./primitives.ts";
import { cancelOpenSteps, cancelRunningSteps } from "./toolSteps.ts";

/** The events of a `/chat` response, as sent on the wire: one JSON object per event. */
export type ChatEvent =
  | TextEvent
  | ReasoningEvent
  | ThoughtsEndEvent
  | ToolCallEvent
  | StatusEvent
  | StateEvent
  | StateResetEvent
  | ModeEvent
  | StepEvent
  | ArtifactEvent
  | ArtifactTextEvent
  | EndEvent;

/** Text of the answer. `s` names its source and is never "meta". */
export interface TextEvent {
  s: string;
  d: string;
}
/** The model's reasoning before it answers; not part of the answer. Clients of the older protocol ignore it. */
export interface ReasoningEvent {
  s: "meta";
  r: string;
}
/** The last `moved` characters of the text were reasoning: its model marks only the end of it. */
export interface ThoughtsEndEvent {
  s: "meta";
  moved: number;
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
/** Replaces the whole state, unlike a `StateEvent`, which is merged into it. */
export interface StateResetEvent {
  s: "meta";
  stateReset: JsonObject;
}
/** From here on, text is grouped by source, and the groups are sorted by the names of the sources. */
export interface ModeEvent {
  s: "meta";
  m: "out_of_order";
}
/** Adds a step, or replaces the one with its id. */
export interface StepEvent {
  s: "meta";
  step: ToolStep;
}
/**
 * Begins a version of an artifact, changes the status of the artifacts, or both. A version of the artifact that began last
 * has another number for what is written. With the status `cancelled` there is no artifact. `isRestarted`: what is written
 * of it so far were the model's thoughts, and is dropped.
 */
export interface ArtifactEvent {
  s: "meta";
  artifact: {
    version?: Omit<ArtifactContent, "contents" | "tags" | "sharedBy">;
    status?: ArtifactStatus;
    reason?: ArtifactReason;
    isRestarted?: true;
  };
}
/** Text of the version that began last. */
export interface ArtifactTextEvent {
  s: "meta";
  a: string;
}
/**
 * `inputTokens` contains those that were read from a cache and those that were written to it, and `outputTokens` those of
 * the model's thoughts.
 */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  /** Absent: none. */
  cacheWriteTokens?: number;
  /** Absent: unknown. */
  reasoningTokens?: number;
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

/** An answer, built from the events received so far. */
export interface Answer {
  content: string;
  reasoning: string;
  statuses: StatusEntry[];
  steps: ToolStep[];
  state: JsonObject;
  /** The versions of artifacts that it makes, with what is written of them so far. The last one may not be complete. */
  artifacts: ArtifactContent[];
  artifactStatus: ArtifactStatus | null;
  artifactReason: ArtifactReason | null;
  /** Functions of the client that the model called. */
  toolCalls: ToolCall[];
  end: AnswerEnd | null;
  usage: TokenUsage | null;
  /** Internal state of the text assembly; read `content` instead. */
  assembly: { lastSource: string | null; ordered: string; bySource: Readonly<Record<string, string>> | null };
}

export const emptyAnswer: Answer = {
  content: "",
  reasoning: "",
  statuses: [],
  steps: [],
  state: {},
  artifacts: [],
  artifactStatus: null,
  artifactReason: null,
  toolCalls: [],
  end: null,
  usage: null,
  assembly: { lastSource: null, ordered: "", bySource: null },
};

/** The answer as shown to a person: its text and, as Markdown, the function calls that the model requested. */
export function formatAnswer({ content, toolCalls }: Pick<Answer, "content" | "toolCalls">): string {
  if (toolCalls.length === 0) return content;
  return [...(content === "" ? [] : [content]), ...toolCalls.map(formatToolCall)].join("\n\n");
}

function formatToolCall({ name, arguments: json }: ToolCall): string {
  const fences = json.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(fences.reduce((most, { length }) => Math.max(most, length + 1), 3));
  return `Call of \`${name.replaceAll(/[^\p{L}\p{N}_.-]/gu, "_")}\`:\n\n${fence}json\n${indentJson(json)}\n${fence}`;
}

function indentJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json; // The JSON is still incomplete, or the model wrote something else.
  }
}

/**
 * Returns the answer with one more event applied. Anything that is not an event of this protocol leaves the
 * answer unchanged. Pure.
 */
export function applyChatEvent(answer: Answer, event: unknown): Answer {
  if (!isObject(event) || typeof event.s !== "string") return answer;
  if (event.s !== "meta") return applyContent(answer, event.s, event.d);
  if (typeof event.r === "string")
    return event.r === "" ? answer : { ...answer, reasoning: answer.reasoning + event.r };
  if (typeof event.moved === "number") return moveToReasoning(answer, event.moved);
  if (isObject(event.st)) return applyStatus(answer, event.st);
  if (isObject(event.step)) return applyStep(answer, event.step);
  if (typeof event.a === "string") return applyArtifactText(answer, event.a);
  if (isObject(event.artifact)) return applyArtifact(answer, event.artifact);
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

function moveToReasoning(answer: Answer, length: number): Answer {
  const { ordered, bySource } = answer.assembly;
  if (bySource || !(length > 0)) return answer;
  const start = Math.max(0, ordered.length - Math.trunc(length));
  const content = ordered.slice(0, start).trimEnd();
  return {
    ...answer,
    content,
    reasoning: answer.reasoning + ordered.slice(start).trim(),
    // What follows begins a paragraph.
    assembly: { lastSource: "", ordered: content, bySource: null },
  };
}

function applyToolCallDelta(calls: ToolCall[], delta: unknown): ToolCall[] {
  if (!isObject(delta) || typeof delta.index !== "number" || !Number.isInteger(delta.index)) return calls;
  const index = delta.index;
  if (index < 0 || index > calls.length || index >= limits.toolCallsPerAnswer) return calls;
  const call = calls[index] ?? { id: "", name: "", arguments: "" };
  const fn = isObject(delta.function) ? delta.function : {};
  const nextCall = {
    id: typeof delta.id === "string" && delta.id ? delta.id : call.id,
    name: call.name + (typeof fn.name === "string" ? fn.name : ""),
    arguments: call.arguments + (typeof fn.arguments === "string" ? fn.arguments : ""),
  };
  return index === calls.length ? [...calls, nextCall] : calls.with(index, nextCall);
}

function applyStatus(answer: Answer, update: Record<string, unknown>): Answer {
  if (typeof update.id !== "string") return answer;
  const status: StatusEntry = {
    id: update.id,
    summary: stringOr(update.summary, ""),
    message: stringOr(update.message, ""),
    type: stringOr(update.type, "info"),
    inProgress: update.inProgress === true,
    ...(typeof update.sticky === "boolean" ? { sticky: update.sticky } : {}),
    ...(typeof update.icon === "string" ? { icon: update.icon } : {}),
    ...(typeof update.animated === "boolean" ? { animated: update.animated } : {}),
  };
  const index = answer.statuses.findIndex((existing) => existing.id === status.id);
  const statuses = index < 0 ? [...answer.statuses, status] : answer.statuses.with(index, status);
  return { ...answer, statuses };
}

function applyStep(answer: Answer, update: Record<string, unknown>): Answer {
  const { success, data: step } = z.safeParse(ToolStep, update);
  if (!success) return answer;
  const index = answer.steps.findIndex(({ id }) => id === step.id);
  if (index < 0 && answer.steps.length >= limits.toolCallsPerAnswer) return answer;
  return { ...answer, steps: index < 0 ? [...answer.steps, step] : answer.steps.with(index, step) };
}

function applyArtifact(answer: Answer, { version, status, reason, isRestarted }: Record<string, unknown>): Answer {
  if (isRestarted === true) {
    const last = answer.artifacts.at(-1);
    return last ? { ...answer, artifacts: answer.artifacts.with(-1, { ...last, contents: "" }) } : answer;
  }
  const parsedVersion = ArtifactContent.safeParse(isObject(version) ? { ...version, contents: "" } : null);
  const parsedStatus = ArtifactStatus.safeParse(status);
  const artifacts = parsedVersion.success ? beginVersion(answer.artifacts, parsedVersion.data) : answer.artifacts;
  if (!parsedStatus.success) return { ...answer, artifacts };
  const artifactStatus = parsedStatus.data;
  const artifactReason = ArtifactReason.safeParse(reason).data ?? null;
  return { ...answer, artifacts: artifactStatus === "cancelled" ? [] : artifacts, artifactStatus, artifactReason };
}

function beginVersion(artifacts: ArtifactContent[], version: ArtifactContent): ArtifactContent[] {
  const last = artifacts.at(-1);
  if (last?.artifactId === version.artifactId) return artifacts.with(-1, { ...version, contents: last.contents });
  return artifacts.length < limits.artifactsPerCall ? [...artifacts, version] : artifacts;
}

function applyArtifactText(answer: Answer, text: string): Answer {
  const version = answer.artifacts.at(-1);
  if (!version || text === "" || version.contents.length + text.length > limits.artifactLength) return answer;
  const artifacts = answer.artifacts.with(-1, { ...version, contents: version.contents + text });
  return { ...answer, artifacts };
}

/** Returns what a message says of the artifacts that its answer made. A version without contents was stopped at once. */
export function toArtifactData({
  artifacts,
  artifactStatus,
  artifactReason,
}: Pick<Answer, "artifacts" | "artifactStatus" | "artifactReason">): {
  artifacts?: ArtifactEntry[];
  artifactStatus?: ArtifactStatus;
  artifactReason?: ArtifactReason;
} {
  const isStored = artifactReason !== "chatFull" && artifactReason !== "notStored";
  const written = artifacts.filter(({ contents }) => isStored && contents !== "");
  return {
    ...(written.length > 0 && { artifacts: written.map(toArtifactEntry) }),
    ...(artifactStatus && { artifactStatus }),
    ...(artifactReason && { artifactReason }),
  };
}

/** True while an artifact of the answer is being written. */
export const isArtifactRunning = (status: unknown): boolean => status === "running" || status === "retry";

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
    artifactStatus: isArtifactRunning(answer.artifactStatus) ? "stopped" : answer.artifactStatus,
    // Nothing is in progress after the end, whatever the outcome.
    statuses: answer.statuses.map((status) => (status.inProgress ? { ...status, inProgress: false } : status)),
    // An answer that was stopped or has failed does not continue, so a person has nothing to approve.
    steps: end === "done" ? cancelRunningSteps(answer.steps) : cancelOpenSteps(answer.steps),
  };
}

/**
 * Merges `from` deeply into a copy of `target`: objects by key; of arrays, items whose JSON text is new are appended.
 * Any other value replaces the old one.
 */
export function mergeState(target: JsonObject, from: JsonObject): JsonObject {
  const merged: JsonObject = { ...target };
  for (const [key, value] of Object.entries(from)) {
    if (key === "__proto__") continue;
    const existing = Object.hasOwn(target, key) ? target[key] : undefined;
    merged[key] = mergeValue(existing, value);
  }
  return merged;
}

function mergeValue(existing: unknown, value: unknown): unknown {
  if (isObject(existing) && isObject(value)) return mergeState(existing, value);
  if (Array.isArray(existing) && Array.isArray(value)) {
    const texts = new Set(existing.map((item) => JSON.stringify(item)));
    return [...existing, ...value.filter((item) => !texts.has(JSON.stringify(item)))];
  }
  return value;
}

/** True for an object nested at most `limits.jsonDepth` deep: traversing a deeper one could exhaust the stack. */
function isState(value: unknown): value is JsonObject {
  return isObject(value) && isWithinDepth(value, limits.jsonDepth);
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isWithinDepth(item, depth - 1));
}

/** Adds the counts of two calls. */
export function addTokenUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const cacheWriteTokens = (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(a.reasoningTokens !== undefined &&
      b.reasoningTokens !== undefined && { reasoningTokens: a.reasoningTokens + b.reasoningTokens }),
  };
}

function isUsage(value: unknown): value is TokenUsage {
  return (
    isObject(value) &&
    typeof value.inputTokens === "number" &&
    typeof value.outputTokens === "number" &&
    typeof value.cachedTokens === "number" &&
    (value.cacheWriteTokens === undefined || typeof value.cacheWriteTokens === "number") &&
    (value.reasoningTokens === undefined || typeof value.reasoningTokens === "number")
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}
