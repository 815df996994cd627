import { summaryTokens as summaryLimits } from "@lectern/contract";
import type { SentContext } from "../../core/run/run.ts";

/** A chat is summarized once the next question would use so much of the space for its messages. */
const fullShare = 0.75;
/** What is sent besides the summary, as a share of that space. Half of it, so that few answers need a new summary. */
const keptShare = 0.5;
/** A call of the model is not worth less than this, in tokens. */
const minSummarizedTokens = 200;
/** The limit of a summary, as a share of that space. */
const summaryShare = 0.15;

export interface SummaryPlan {
  /** The id of the last message that the summary should stand for. */
  upTo: string;
  /** Limit of the summary. A longer one would fill a small window, and every answer would need another one. */
  maxTokens: number;
}

type PlannedContext = Pick<SentContext, "messages" | "summary" | "summaryTokens" | "isSummaryOff" | "room">;

/**
 * Plans a summary, so that the next question fits with what follows; null: none is needed, the person has turned it off, or
 * there is too little room even for a short one. It always ends with an answer that precedes the question, so that a
 * question follows it. Pure.
 */
export function planSummary(
  { messages, summary, summaryTokens, isSummaryOff, room }: PlannedContext,
  answerTokens: number,
): SummaryPlan | null {
  const maxTokens = Math.min(summaryLimits.max, Math.floor(room * summaryShare));
  if (isSummaryOff || maxTokens < summaryLimits.min) return null;
  const firstIndex = summary ? summary.index + 1 : 0;
  const laterTokens = messages.slice(firstIndex).reduce((sum, { tokens }) => sum + tokens, 0);
  if (summaryTokens + laterTokens + answerTokens <= room * fullShare) return null;

  const keptTokens = room * keptShare - maxTokens;
  const questionIndex = messages.findLastIndex(({ role }) => role !== "assistant");
  let followingTokens = answerTokens;
  let upTo: number | null = null;
  for (let index = messages.length - 1; index >= firstIndex; index--) {
    const message = messages[index];
    const isPossible = index < questionIndex && message?.role === "assistant" && message.id !== undefined;
    if (isPossible && message.tokens > 0) {
      if (upTo !== null && followingTokens > keptTokens) break;
      upTo = index;
    }
    followingTokens += message?.tokens ?? 0;
  }
  if (upTo === null) return null;
  const summarizedTokens = messages.slice(firstIndex, upTo + 1).reduce((sum, { tokens }) => sum + tokens, 0);
  const id = messages[upTo]?.id;
  return summarizedTokens < minSummarizedTokens || id === undefined ? null : { upTo: id, maxTokens };
}
