import {
  type Answer,
  type AnswerEnd,
  answerText,
  chatTexts,
  emptyAnswer,
  type Message,
  type StatusEntry,
} from "@lectern/contract";

/** The `code` of an answer whose run was lost. The text that had arrived is stored. */
export const interruptedCode = "interrupted";

export const stoppedEnd: AnswerEnd = { end: "stopped" };
export const interruptedEnd: AnswerEnd = { end: "stopped", code: interruptedCode };

/** The message of an answer so far (`end` null) or as it ended. Only sticky statuses are stored. */
export function toAnswerMessage(placeholder: Message, answer: Answer, end: AnswerEnd | null): Message {
  const { state: _, statuses: __, end: ___, reasoning: ____, ...data } = placeholder.data;
  const statuses = answer.statuses.filter((status) => status.sticky);
  return {
    ...placeholder,
    content: answerText(answer),
    data: {
      ...data,
      ...(answer.reasoning !== "" ? { reasoning: answer.reasoning } : {}),
      ...(Object.keys(answer.state).length > 0 ? { state: answer.state } : {}),
      ...(statuses.length > 0 ? { statuses } : {}),
      ...(end ? { end } : {}),
    },
  };
}

/** The stored part of an answer, before its run is read again. */
export function toAnswer(reply: Message): Answer {
  const { state = {}, statuses = [], reasoning = "" } = reply.data;
  return { ...emptyAnswer, content: reply.content, reasoning, state, statuses };
}

/** The statuses to show: in progress or sticky, the latest of each id. */
export function visibleStatuses(statuses: readonly StatusEntry[]): StatusEntry[] {
  const byId = new Map(statuses.map((status) => [status.id, status]));
  return [...byId.values()].filter((status) => status.inProgress || status.sticky === true);
}

/** Why an answer failed; null if the reason is unknown. */
export function failureReason({ message }: AnswerEnd): string | null {
  return message && message !== chatTexts.failed ? message : null;
}

/** True if 'Try again' is shown in the answer itself. */
export function offersRetry(end: AnswerEnd | undefined, hasText: boolean): boolean {
  if (end?.end === "failed") return true;
  return end?.end === "stopped" && (end.code === interruptedCode || !hasText);
}
