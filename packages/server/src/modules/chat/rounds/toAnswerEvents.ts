import type { Answer, ChatEvent } from "@lectern/contract";

/** What a run has written, without how it ended. */
export type WrittenAnswer = Pick<Answer, "content" | "reasoning" | "steps" | "state" | "statuses">;

/** Returns events that rebuild an answer. Text from another source than `source` then starts a new paragraph. */
export function toAnswerEvents(answer: WrittenAnswer, source: string): ChatEvent[] {
  const { content, reasoning, steps, state, statuses } = answer;
  return [
    ...(reasoning === "" ? [] : [{ s: "meta", r: reasoning } as const]),
    ...(content === "" ? [] : [{ s: source, d: content }]),
    ...steps.map((step) => ({ s: "meta", step }) as const),
    ...statuses.map((st) => ({ s: "meta", st }) as const),
    ...(Object.keys(state).length === 0 ? [] : [{ s: "meta", state } as const]),
  ];
}
