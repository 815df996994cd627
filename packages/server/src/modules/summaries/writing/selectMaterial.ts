import { estimateMaxTokens } from "../../../platform/tokenCounter.ts";

export interface SummarizedText {
  role: string;
  content: string;
}

/** Tokens of a message around its text. */
const overheadTokens = 20;
/** A longer message is shortened in its middle. */
const maxMessageShare = 0.25;

/**
 * Selects the messages that one call reads: the oldest that certainly fit into the space (in tokens), shortened if they are long. The
 * last one is an answer if there is any among them, so that a question follows the summary. At least one is selected. Pure.
 */
export function selectMaterial<Text extends SummarizedText>(
  messages: readonly Text[],
  previous: string | null,
  space: number,
): SummarizedText[] {
  const selected: SummarizedText[] = [];
  let usedTokens = previous === null ? 0 : estimateMaxTokens(previous);
  for (const { role, content } of messages) {
    const shortened = shorten(content, Math.floor(space * maxMessageShare));
    usedTokens += estimateMaxTokens(shortened) + overheadTokens;
    if (usedTokens > space && selected.length > 0) break;
    selected.push({ role, content: shortened });
  }
  if (selected.length === messages.length) return selected;
  const lastAnswer = selected.findLastIndex(({ role }) => role === "assistant");
  return lastAnswer < 0 ? selected : selected.slice(0, lastAnswer + 1);
}

/** Leaves out the middle of a text with more than this number of tokens. */
function shorten(text: string, maxTokens: number): string {
  const tokens = estimateMaxTokens(text);
  if (tokens <= maxTokens) return text;
  const half = Math.floor((text.length * maxTokens) / tokens / 2);
  return `${text.slice(0, half).toWellFormed()}\n[…]\n${text.slice(-half).toWellFormed()}`;
}
