import { limits, type ToolStep } from "@lectern/contract";
import type { LeftOutCounter } from "../leftOut.ts";
import { normalizeId } from "../normalizeId.ts";

interface ImportedCall {
  /** The id of the call in the file, which may be missing. */
  id: unknown;
  tool: string;
  /** JSON, or the code that the tool ran. */
  arguments: string;
  /** The number of the step's round. */
  round: number;
  /** The length of the text before the step. */
  offset: number;
}

/** As in `ToolStep`. */
const maxToolNameLength = 100;
/** The text of all arguments and results of one answer, in characters. */
const maxStepCharacters = limits.messageLength;

/** Returns the steps with one more call. Counts what does not fit. */
export function addCall(steps: readonly ToolStep[], call: ImportedCall, leftOut: LeftOutCounter): readonly ToolStep[] {
  const tool = call.tool.slice(0, maxToolNameLength).toWellFormed();
  const isFull = countCharacters(steps) + call.arguments.length > maxStepCharacters;
  if (steps.length >= limits.toolCallsPerAnswer || isFull) {
    leftOut.add("toolCall", { name: tool });
    return steps;
  }
  const id = normalizeId(call.id, () => `step-${steps.length}`);
  const step: ToolStep = {
    id: steps.some((other) => other.id === id) ? `step-${steps.length}` : id,
    round: call.round,
    tool,
    title: toTitle(tool),
    arguments: cut(call.arguments, limits.toolArgumentsLength, leftOut),
    state: "done",
    offset: call.offset,
  };
  return [...steps, step];
}

/** Returns the steps with the result of the step at `index`. */
export function addResult(
  steps: readonly ToolStep[],
  index: number,
  { result, isError }: { result: string; isError: boolean },
  leftOut: LeftOutCounter,
): readonly ToolStep[] {
  const step = steps[index];
  if (!step || countCharacters(steps) + result.length > maxStepCharacters) {
    leftOut.add("toolResult", { name: step?.tool ?? "" });
    return steps;
  }
  const changes = {
    result: cut(result, limits.toolResultLength, leftOut),
    state: isError ? "failed" : "done",
  } as const;
  return steps.with(index, { ...step, ...changes });
}

/**
 * Returns the index of the call that a result of a tool belongs to: the first one of that tool without a result, or else
 * the last call if it has no result. Returns -1 if there is none.
 */
export function findOpenCall(steps: readonly ToolStep[], tool: string): number {
  const index = steps.findIndex((step) => step.result === undefined && step.tool === tool);
  if (index !== -1) return index;
  return steps.at(-1)?.result === undefined ? steps.length - 1 : -1;
}

/** Returns the steps of a text whose first `cutLength` characters were cut off. */
export const shiftSteps = (steps: readonly ToolStep[], cutLength: number): ToolStep[] =>
  steps.map((step) => ({ ...step, offset: Math.max(0, step.offset - cutLength) }));

const countCharacters = (steps: readonly ToolStep[]) =>
  steps.reduce((sum, step) => sum + step.arguments.length + (step.result?.length ?? 0), 0);

function cut(text: string, maxLength: number, leftOut: LeftOutCounter): string {
  if (text.length <= maxLength) return text;
  leftOut.add("shortenedText");
  return text.slice(0, maxLength).toWellFormed();
}

/** Returns the name of a tool as words: `web_search` is 'Web search'. */
function toTitle(tool: string): string {
  const words = tool.replace(/[_\s]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
