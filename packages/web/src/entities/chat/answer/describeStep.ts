import type { ToolStep } from "@lectern/contract";
import { cutText } from "../../../lib/cutText.ts";

/** A string argument that is longer than this does not say what a call looks for. */
const maxSubjectCharacters = 200;
const maxShownSubjectCharacters = 60;

/** Returns what the tool does, for people, or its name. */
export function getStepTitle({ title, tool }: Pick<ToolStep, "title" | "tool">): string {
  return title.trim() || tool.trim() || "Tool";
}

/**
 * Returns what a call looks for or works on, such as the words of a search: the first of its arguments that is a short
 * text. Null if there is none.
 */
export function getStepSubject({ arguments: json }: Pick<ToolStep, "arguments">): string | null {
  const isSubject = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" && value.length <= maxSubjectCharacters;
  const subject = Object.values(parseArguments(json) ?? {}).find(isSubject);
  return typeof subject === "string" ? cutText(subject.replace(/\s+/g, " ").trim(), maxShownSubjectCharacters) : null;
}

/** Returns the arguments by their names; null if they are not the JSON of an object. */
export function parseArguments(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Returns the arguments with indentation, or as the model wrote them if they are not JSON. */
export function formatArguments(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

export function formatStepDuration(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 10) return `${Math.max(0.1, seconds).toFixed(1)} s`;
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
}

const stateWords: Readonly<Record<ToolStep["state"], string | null>> = {
  running: null,
  waiting: "waits for your approval",
  done: null,
  failed: "failed",
  denied: "not allowed",
  cancelled: "cancelled",
};

/** Returns how a call that did not succeed ended; null for one that did or is running. */
export const getStateWords = ({ state }: Pick<ToolStep, "state">): string | null => stateWords[state];

/** Describes a step in one line, for documents: 'Search documents: “rain” (failed)'. */
export function describeStep(step: ToolStep): string {
  const subject = getStepSubject(step);
  const words = getStateWords(step);
  return [
    subject === null ? getStepTitle(step) : `${getStepTitle(step)}: “${subject}”`,
    ...(words === null ? [] : [`(${words})`]),
  ].join(" ");
}

/** Groups the steps that ran in parallel at the same place of the answer, in the order of their places. */
export function groupSteps(steps: readonly ToolStep[]): [ToolStep, ...ToolStep[]][] {
  const groups: [ToolStep, ...ToolStep[]][] = [];
  for (const step of steps.toSorted((a, b) => a.offset - b.offset)) {
    const group = groups.at(-1);
    if (group && group[0].round === step.round && group[0].offset === step.offset) group.push(step);
    else groups.push([step]);
  }
  return groups;
}
