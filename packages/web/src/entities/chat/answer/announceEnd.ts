import { type AnswerEnd, hasWaitingStep, type ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { cutText } from "../../../lib/text/cutText.ts";
import { waitsForBrowser } from "../../codeInterpreter/pythonCode.ts";
import { getChatTexts } from "../chatErrorTexts.ts";
import { getStepTitle } from "./describeStep.ts";
import { getFailureReason, interruptedCode } from "./reply.ts";

/** The number of characters that a screen reader announces; the rest of a long answer is left out. */
const maxAnnouncedCharacters = 1_000;
/**
 * The number of characters of Markdown source that are parsed for the announcement. Source is longer than its plain
 * text.
 */
const maxParsedCharacters = 4_000;

interface EndedAnswer {
  content: string;
  steps: ToolStep[];
  /** Undefined if the answer is complete and its end was not stored. */
  end: AnswerEnd | undefined;
}

/** Announces to screen readers how an answer has ended, with its text. `toPlainText` converts Markdown source. */
export function announceEnd({ content, steps, end }: EndedAnswer, toPlainText: (source: string) => string): string {
  if (hasWaitingStep({ steps })) return announceWaiting(steps.filter(({ state }) => state === "waiting"));
  if (end?.end === "failed") return describeFailure(end);
  const text = cutText(toPlainText(content.slice(0, maxParsedCharacters)), maxAnnouncedCharacters);
  if (end?.end !== "stopped") return t`The answer: ${text}`;
  if (end.code === interruptedCode) return t`The answer was interrupted. ${text}`;
  const reason = getFailureReason(end);
  return reason === null ? t`Stopped. ${text}` : `${reason} ${text}`;
}

export const announceStart = () => t`The answer is being written.`;

/** Returns why an answer failed, in the language in use. */
export const describeFailure = (end: AnswerEnd): string => getFailureReason(end) ?? getChatTexts().failed;

function announceWaiting(steps: readonly ToolStep[]): string {
  const undecided = steps.filter((step) => !waitsForBrowser(step));
  if (undecided.length === 0) return t`Running Python…`;
  const titles = undecided.map(getStepTitle).join(", ");
  return t`The answer is waiting for your approval: ${titles}`;
}
