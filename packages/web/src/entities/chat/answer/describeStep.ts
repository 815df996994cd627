import type { ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { cutText } from "../../../lib/text/cutText.ts";
import { isPythonStep } from "../../codeInterpreter/pythonCode.ts";

/** A string argument that is longer than this does not say what a call looks for. */
const maxSubjectCharacters = 200;
const maxShownSubjectCharacters = 60;

/** Returns what the tool does, for people, or its name. */
export function getStepTitle({ title, tool }: Pick<ToolStep, "title" | "tool">): string {
  return translateServerText(title.trim()) || tool.trim() || t`Tool`;
}

/**
 * Returns what a call looks for or works on, such as the words of a search: the first of its arguments that is a short
 * text. Null if there is none.
 */
export function getStepSubject({
  tool = "",
  arguments: json,
}: Pick<ToolStep, "arguments"> & Partial<Pick<ToolStep, "tool">>): string | null {
  // A part of a program says little.
  if (isPythonStep({ tool })) return null;
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
  if (seconds < 10) {
    const tenths = formatNumber(Math.max(0.1, seconds), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return t`${tenths} s`;
  }
  const wholeSeconds = Math.round(seconds);
  if (wholeSeconds < 60) return t`${wholeSeconds} s`;
  const minutes = Math.floor(wholeSeconds / 60);
  const remainingSeconds = wholeSeconds % 60;
  return t`${minutes} min ${remainingSeconds} s`;
}

/** Returns how a call that did not succeed ended; null for one that did or is running. */
export function getStateWords({ state }: Pick<ToolStep, "state">): string | null {
  switch (state) {
    case "waiting":
      return t`waiting for your approval`;
    case "failed":
      return t`failed`;
    case "denied":
      return t`not allowed`;
    case "cancelled":
      return t`cancelled`;
    default:
      return null;
  }
}

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
