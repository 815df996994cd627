import type { AnswerEnd } from "@lectern/contract";
import { getFailureReason, interruptedCode } from "../answer/reply.ts";
import { closeAnswerNotice, showAnswerFailure } from "../chatNotices.ts";
import type { ChatRuns, RunObserver } from "../runs/chatRuns.ts";
import type { AnswerMark, AnswerMarks } from "./answerMarks.ts";
import { announceAnswer } from "./answerNews.ts";

interface WatchOptions {
  runs: Pick<ChatRuns, "observe">;
  marks: AnswerMarks;
  /** Returns the name of a conversation. */
  getName: (conversationId: string) => string;
  /** True if another message follows the answer that has just ended. */
  isContinued: (conversationId: string) => boolean;
}

/**
 * Marks and announces answers that end while the person sees something else. Returns the function that stops this.
 */
export function watchAnswers({ runs, marks, getName, isContinued }: WatchOptions): () => void {
  const onEnd: RunObserver["onEnd"] = (conversationId, _, outcome) => {
    if (outcome === "elsewhere" || outcome === "inBrowser") return;
    const mark = outcome === "withdrawn" ? "failed" : outcome === "waiting" ? "unread" : getMark(outcome);
    if (mark === null || !marks.add(conversationId, mark)) return;
    if (outcome === "waiting") return announceAnswer(getName(conversationId));
    if (outcome === "withdrawn") return; // The reason is shown already.
    if (mark === "failed") showAnswerFailure(conversationId, getName(conversationId), getFailureReason(outcome));
    else if (!isContinued(conversationId)) announceAnswer(getName(conversationId));
  };
  return runs.observe({ onStart: closeAnswerNotice, onEnd });
}

/** Returns null for an answer that the person has stopped, or that has not ended. */
export function getMark(answerEnd: AnswerEnd | undefined): AnswerMark | null {
  if (answerEnd?.end === "done") return "unread";
  return answerEnd?.end === "failed" || answerEnd?.code === interruptedCode ? "failed" : null;
}
