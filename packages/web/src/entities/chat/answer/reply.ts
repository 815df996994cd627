import {
  type Answer,
  type AnswerEnd,
  answerText,
  chatTexts,
  emptyAnswer,
  type Message,
  type StatusEntry,
} from "@lectern/contract";

/** `code` of the end of an answer whose run was lost on the way: what had come of it was kept. */
export const interruptedCode = "interrupted";

export const stoppedEnd: AnswerEnd = { end: "stopped" };
export const interruptedEnd: AnswerEnd = { end: "stopped", code: interruptedCode };

/** The message of an answer as far as it has come (`end` null) or as it ended. Statuses are kept only where they are to stay. */
export function replyFrom(placeholder: Message, answer: Answer, end: AnswerEnd | null): Message {
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

/** What is known of an answer before its run is read again. */
export function answerFrom(reply: Message): Answer {
  const { state = {}, statuses = [], reasoning = "" } = reply.data;
  return { ...emptyAnswer, content: reply.content, reasoning, state, statuses };
}

/** The statuses that are shown: in progress or sticky, each id once, in its newest form. */
export function shownStatuses(statuses: readonly StatusEntry[]): StatusEntry[] {
  const byId = new Map(statuses.map((status) => [status.id, status]));
  return [...byId.values()].filter((status) => status.inProgress || status.sticky === true);
}

/** Why an answer failed, where more is known of it than that it did. */
export function failureReason({ message }: AnswerEnd): string | null {
  return message && message !== chatTexts.failed ? message : null;
}

/** Whether 'Try again' stands under the answer itself. */
export function offersAgain(end: AnswerEnd | undefined, hasText: boolean): boolean {
  if (end?.end === "failed") return true;
  return end?.end === "stopped" && (end.code === interruptedCode || !hasText);
}
