import type { Answer } from "@lectern/contract";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import type { WaitingRounds } from "../rounds/answerInRounds.ts";
import type { WrittenAnswer } from "../rounds/toAnswerEvents.ts";

/** A run that has ended because a person has to approve a tool. It has everything that continues the answer. */
export interface WaitingRun {
  turn: ChatTurn;
  answer: WrittenAnswer;
  rounds: WaitingRounds;
}

export function toWaitingRun(turn: ChatTurn, answer: Answer, rounds: WaitingRounds): WaitingRun {
  const { content, reasoning, steps, state, statuses } = answer;
  // The rounds contain it.
  return { turn: { ...turn, partialAnswer: null }, answer: { content, reasoning, steps, state, statuses }, rounds };
}
