import {
  type Answer,
  type AnswerEnd,
  cancelRunningSteps,
  chatTexts,
  type ErrorCode,
  emptyAnswer,
  formatAnswer,
  hasEndedEarly,
  isArtifactRunning,
  type Message,
  parseAssistantState,
  type StatusEntry,
  toArtifactData,
} from "@lectern/contract";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { mayBeStructured } from "./mayBeStructured.ts";

/** The `code` of an answer whose run was lost. The text received before that is stored. */
export const interruptedCode = "interrupted";

const busyCode: ErrorCode = "rateLimited";

export const stoppedEnd: AnswerEnd = { end: "stopped" };
export const interruptedEnd: AnswerEnd = { end: "stopped", code: interruptedCode };

/**
 * Builds the message of an answer: as received so far (`end` is null) or as it ended. Only sticky statuses are stored.
 * A run that continues an answer repeats it at first, without its last word. Until it has sent more or has ended, the
 * stored text stays, and until the first event says more, its assistant.
 */
export function toAnswerMessage(placeholder: Message, answer: Answer, end: AnswerEnd | null): Message {
  const { state: placeholderState, statuses: _, end: __, reasoning: ___, steps: ____, ...data } = placeholder.data;
  const state = { ...parseAssistantState(placeholderState), ...answer.state };
  const statuses = answer.statuses.filter((status) => status.sticky);
  const steps = end ? cancelRunningSteps(answer.steps) : answer.steps;
  // Nothing is written after the end, also if the end was not received.
  const artifacts = toArtifactData(end ? withoutRunningArtifact(answer) : answer);
  const text = formatAnswer(answer);
  const isRepeating = answer.end === null && placeholder.content.startsWith(text);
  return {
    ...placeholder,
    content: isRepeating ? placeholder.content : text,
    data: {
      ...data,
      ...(answer.reasoning !== "" ? { reasoning: answer.reasoning } : {}),
      ...(Object.keys(state).length > 0 ? { state } : {}),
      ...(statuses.length > 0 ? { statuses } : {}),
      ...(steps.length > 0 ? { steps } : {}),
      ...artifacts,
      ...(end ? { end } : {}),
    },
  };
}

const withoutRunningArtifact = (answer: Answer): Answer =>
  isArtifactRunning(answer.artifactStatus) ? { ...answer, artifactStatus: "stopped" } : answer;

/** Converts a stored answer to the state to which the events of its resumed run are applied. */
export function toAnswer(answerMessage: Message): Answer {
  const { state = {}, statuses = [], steps = [], reasoning = "" } = answerMessage.data;
  return { ...emptyAnswer, content: answerMessage.content, reasoning, state, statuses, steps };
}

/** Returns the statuses to show: the latest one of each id, if it is in progress or sticky. */
export function getVisibleStatuses(statuses: readonly StatusEntry[]): StatusEntry[] {
  const byId = new Map(statuses.map((status) => [status.id, status]));
  return [...byId.values()].filter((status) => status.inProgress || status.sticky === true);
}

/** Returns why an answer failed, in the language in use; null if the reason is unknown. */
export function getFailureReason({ message }: AnswerEnd): string | null {
  return message && message !== chatTexts.failed ? translateServerText(message) : null;
}

/** True if the answer failed because of a limit, such as that of a busy model: a later try is expected to succeed. */
export const isBusyEnd = ({ code }: AnswerEnd): boolean => code === busyCode;

/**
 * True if an answer ended before it was complete and the model can be asked for the rest. `question` is the text as typed
 * of its question. A structured or transformed answer is not the model's own text.
 */
export function offersContinuation({ content, data }: Message, end: AnswerEnd | undefined, question = ""): boolean {
  const isModelText = data.untransformed === undefined && !mayBeStructured(question);
  if (!end || content.trim() === "" || !data.run || !isModelText) return false;
  return hasEndedEarly(end) && (end.code === undefined || !finalCodes.includes(end.code));
}

/** An answer cannot continue without access, or if it is as long as an answer can be. */
const finalCodes: readonly string[] = ["accessEnded", "keyEnded", "tooLarge"];

/** True if 'Try again' is shown in the answer itself. */
export function offersRetry(end: AnswerEnd | undefined, hasText: boolean): boolean {
  if (end?.end === "failed") return true;
  return end?.end === "stopped" && (end.code === interruptedCode || !hasText);
}
