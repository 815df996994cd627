import type { SentContext } from "../../core/run/run.ts";

/** A chat is summarized once the next question would use so much of the space for its messages. */
const fullShare = 0.75;
/** What is sent besides the summary, as a share of that space. Half of it, so that few answers need a new summary. */
const keptShare = 0.5;
/** A call of the model is not worth less than this, in tokens. */
const minSummarizedTokens = 200;

/** Limit of a summary, in tokens of the window that it has to fit into. */
function getSummaryLimit(room: number): number {
  return Math.max(150, Math.min(1_500, Math.floor(room * 0.15)));
}

/**
 * Returns the last message that a summary should stand for, so that the next question fits with what follows; null: none
 * is needed, or the person has turned off the newest one. It is always an answer that precedes the question, so that a
 * question follows the summary. Pure.
 */
export function planSummary(
  { messages, summary, summaryTokens, room }: Pick<SentContext, "messages" | "summary" | "summaryTokens" | "room">,
  answerTokens: number,
): string | null {
  if (summary?.summary.isOff) return null;
  const firstIndex = summary ? summary.index + 1 : 0;
  const laterTokens = messages.slice(firstIndex).reduce((sum, { tokens }) => sum + tokens, 0);
  if (summaryTokens + laterTokens + answerTokens <= room * fullShare) return null;

  const keptTokens = room * keptShare - getSummaryLimit(room);
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
  return summarizedTokens < minSummarizedTokens ? null : (messages[upTo]?.id ?? null);
}
