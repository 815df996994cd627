import type { Answer, ChatEvent } from "@lectern/contract";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import type { WaitingRounds } from "../rounds/answerInRounds.ts";

/** A run that has ended because a person has to approve a tool. It has everything that continues the answer. */
export interface WaitingRun {
  turn: ChatTurn;
  answer: Pick<Answer, "content" | "reasoning" | "steps" | "state" | "statuses">;
  rounds: WaitingRounds;
}

export function toWaitingRun(turn: ChatTurn, answer: Answer, rounds: WaitingRounds): WaitingRun {
  const { content, reasoning, steps, state, statuses } = answer;
  return { turn, answer: { content, reasoning, steps, state, statuses }, rounds };
}

/** Returns events that rebuild the answer, for the readers of the run that continues it. */
export function toEvents({ answer, rounds }: WaitingRun): ChatEvent[] {
  const { content, reasoning, steps, state, statuses } = answer;
  return [
    ...(reasoning === "" ? [] : [{ s: "meta", r: reasoning } as const]),
    // The next round's text has another source, so it starts a new paragraph.
    ...(content === "" ? [] : [{ s: String(rounds.nextIndex - 1), d: content }]),
    ...steps.map((step) => ({ s: "meta", step }) as const),
    ...statuses.map((st) => ({ s: "meta", st }) as const),
    ...(Object.keys(state).length === 0 ? [] : [{ s: "meta", state } as const]),
  ];
}
