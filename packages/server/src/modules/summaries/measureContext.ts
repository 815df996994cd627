import type { ContextUse, TokenUsage } from "@lectern/contract";
import type { SentContext } from "../../core/run/run.ts";

/**
 * Converts what was sent to what the next question sends, with the answer. The parts are estimates from their lengths; if
 * the model's server has counted the input, they are scaled so that the sum of what was sent is its count. Pure.
 */
export function measureContext(
  sent: SentContext,
  counted: Pick<TokenUsage, "inputTokens"> | null,
  answerTokens: number,
): Omit<ContextUse, "summarizeUpTo" | "excludedIds"> {
  const {
    instructions,
    memory,
    tools,
    toolSpace,
    documents,
    summaryTokens,
    summary,
    isSummarySent,
    messages,
    firstIndex,
  } = sent;
  const countFrom = (index: number) => messages.slice(index).reduce((sum, { tokens }) => sum + tokens, 0);
  const sentTokens =
    instructions + memory + tools + documents + (isSummarySent ? summaryTokens : 0) + countFrom(firstIndex);
  const isCounted = counted !== null && counted.inputTokens > 0 && sentTokens > 0;
  const scale = isCounted ? counted.inputTokens / sentTokens : 1;
  const toTokens = (value: number) => Math.round(value * scale);
  return {
    instructions: toTokens(instructions),
    memory: toTokens(memory),
    tools: toTokens(tools) + toolSpace,
    documents: toTokens(documents),
    messages: toTokens(countFrom(0) + answerTokens),
    summary: toTokens(summaryTokens),
    laterMessages: toTokens(countFrom(summary ? summary.index + 1 : 0) + answerTokens),
    summaryId: isSummarySent && summary ? (messages[summary.index]?.id ?? null) : null,
    isEstimate: !isCounted,
  };
}
