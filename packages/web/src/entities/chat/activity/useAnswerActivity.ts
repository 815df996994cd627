import { useStore } from "zustand";
import { useIsRunning } from "../../conversations/runningConversations.ts";
import { useChat } from "../ChatProvider.tsx";
import type { AnswerMark } from "./answerMarks.ts";

/** `running`: an answer is being written, in this browser or on another device. */
export type AnswerActivity = "running" | AnswerMark;

/** Returns what a list shows about the answers of a conversation; null: nothing. */
export function useAnswerActivity(conversationId: string): AnswerActivity | null {
  const { marks } = useChat();
  const isRunning = useIsAnswered(conversationId);
  const mark = useStore(marks.store, (state) => state[conversationId]);
  return isRunning ? "running" : (mark ?? null);
}

/** True while an answer is being written in the conversation, in this browser or on another device. */
export function useIsAnswered(conversationId: string): boolean {
  const { runs, records } = useChat();
  const isRunningHere = useStore(runs.store, (state) => state.runs[conversationId] !== undefined);
  const isRecorded = useStore(records.store, (state) => state[conversationId] !== undefined);
  const isRunningOnServer = useIsRunning(conversationId);
  return isRunningHere || isRecorded || isRunningOnServer;
}

/** Returns how many of the conversations are being answered. */
export function useAnsweredCount(conversations: readonly { id: string }[]): number {
  const { runs, records } = useChat();
  const runsHere = useStore(runs.store, (state) => countIn(state.runs, conversations));
  const recorded = useStore(records.store, (state) => countIn(state, conversations));
  return Math.max(runsHere, recorded);
}

const countIn = (byId: Readonly<Record<string, unknown>>, conversations: readonly { id: string }[]) =>
  conversations.filter(({ id }) => byId[id] !== undefined).length;

/** Returns the number of conversations with an answer that the person has not seen. */
export function useUnseenCount(): number {
  return useStore(useChat().marks.store, (state) => Object.keys(state).length);
}
