import { countImageTokens, tokensPerMessage } from "../../core/run/estimateUsage.ts";
import type { ContextFrame } from "../../core/run/run.ts";
import { estimateTokens, type TokenCounter } from "../../platform/tokenCounter.ts";

/** The largest share of the remaining budget that is set aside for earlier messages. Documents get the rest. */
const historyShare = 0.25;

/**
 * Computes the tokens that documents may use: the remainder after the fixed text, the question and the tokens set
 * aside for earlier messages, or all of their tokens if they must be sent.
 */
export async function computeDocumentBudget(
  tokens: TokenCounter,
  { history, fixedText, budget, isVerbatim }: Pick<ContextFrame, "history" | "fixedText" | "budget" | "isVerbatim">,
): Promise<number> {
  const texts = history.map(({ content, modelContent = content, toolCalls = [] }) =>
    [modelContent, ...toolCalls.map(({ name, arguments: args }) => name + args)].join(""),
  );
  const question = texts.at(-1) ?? "";
  const fixedTokens =
    (await tokens.count(fixedText, budget)) + (await tokens.count(question, budget)) + 2 * tokensPerMessage;
  const remainingTokens = Math.max(0, budget - fixedTokens);
  if (isVerbatim) {
    const earlierTokens = await tokens.count(texts.slice(0, -1).join("\n"), budget);
    const images = history.flatMap((message) => message.images ?? []);
    const sentTokens = earlierTokens + history.length * tokensPerMessage + countImageTokens(images);
    return Math.max(0, remainingTokens - sentTokens);
  }
  const historyTokens = texts.slice(0, -1).reduce((sum, text) => sum + estimateTokens(text) + tokensPerMessage, 0);
  return remainingTokens - Math.min(historyTokens, Math.floor(remainingTokens * historyShare));
}
