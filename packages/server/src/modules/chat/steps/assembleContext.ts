import type { StatusEntry } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { countImageTokens, tokensPerMessage } from "../../../core/run/estimateUsage.ts";
import type { ContextFrame, FramedMessage, HistoryMessage, RunAttachments } from "../../../core/run/run.ts";
import type { ModelImage, ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { estimateMaxTokens, type TokenCounter } from "../../../platform/tokenCounter.ts";

interface AssembledContext {
  messages: ModelMessage[];
  /** Tokens of the messages, or an upper bound. */
  inputTokens: number;
  /** Limit of the answer, in tokens. */
  maxTokens: number;
  /** Statuses that tell the person how many messages were left out. */
  notices: StatusEntry[];
}

/** A message with its attachments. */
interface Entry {
  role: HistoryMessage["role"];
  content: string;
  /** Text that precedes the content. */
  block: string;
  images: readonly ModelImage[];
  /** Tokens in addition to those of the content. */
  extraTokens: number;
}

/**
 * Assembles the model's input: the instructions and the newest messages that fit into the context window together with
 * the answer. Throws `tooLarge` if the last message does not fit with its attachments.
 */
export async function assembleContext(
  tokens: TokenCounter,
  frame: ContextFrame,
  { supportsSystemPrompts, inputContextWindow }: { supportsSystemPrompts: boolean; inputContextWindow: number },
  attachments: Pick<RunAttachments, "block" | "tokens" | "images">,
): Promise<AssembledContext> {
  const entries = toEntries(frame.history, attachments);
  const fit = await fitNewestEntries(tokens, frame, entries);
  return {
    messages: toModelMessages(frame.instructions, entries.slice(fit.firstIndex), supportsSystemPrompts),
    inputTokens: fit.tokens,
    maxTokens: Math.min(frame.requestedTokens, Math.max(frame.reservedTokens, inputContextWindow - fit.tokens)),
    notices: fit.firstIndex > 0 ? [buildLeftOutNotice(fit.firstIndex)] : [],
  };
}

/** Drops earlier messages that a model server may reject: system messages, and messages without text and images. */
function toEntries(
  history: readonly FramedMessage[],
  attachments: Pick<RunAttachments, "block" | "tokens" | "images">,
): Entry[] {
  const lastIndex = history.length - 1;
  return history.flatMap(({ id, role, content, modelContent = content }, index) => {
    const images = (id !== undefined && role !== "assistant" ? attachments.images.get(id) : undefined) ?? [];
    const block = index === lastIndex ? attachments.block : "";
    if (index < lastIndex && (role === "system" || (content === "" && images.length === 0))) return [];
    const extraTokens = tokensPerMessage + countImageTokens(images) + (index === lastIndex ? attachments.tokens : 0);
    return [{ role, content: modelContent, block, images, extraTokens }];
  });
}

/**
 * Finds the first entry to send, and computes the tokens of the input. Uses the token counter only if an upper bound,
 * which is quick to compute, exceeds the budget.
 */
async function fitNewestEntries(
  tokens: TokenCounter,
  { fixedText, budget, isContinued }: ContextFrame,
  entries: readonly Entry[],
) {
  const maxEntryTokens = entries.reduce(
    (sum, { content, extraTokens }) => sum + estimateMaxTokens(content) + extraTokens,
    0,
  );
  const upperBound = maxEntryTokens + estimateMaxTokens(fixedText) + tokensPerMessage;
  if (upperBound <= budget) return { firstIndex: 0, tokens: upperBound };

  let usedTokens = (await tokens.count(fixedText, budget)) + tokensPerMessage;
  let firstIndex = entries.length;
  for (const [reverseIndex, { content, extraTokens }] of [...entries].reverse().entries()) {
    // In common vocabularies, no token has more than 128 characters. So a text above this limit need not be counted.
    const canFit = content.length <= budget * 128;
    const entryTokens = canFit
      ? (await tokens.count(content, budget - usedTokens)) + extraTokens
      : Number.POSITIVE_INFINITY;
    if (usedTokens + entryTokens > budget) break;
    usedTokens += entryTokens;
    firstIndex = entries.length - 1 - reverseIndex;
  }
  if (firstIndex === entries.length) {
    const userMessage = isContinued
      ? "This answer is too long for this model to continue it. Please ask for the rest in a new message, or choose a model that can read longer texts."
      : "Your message is too long for this model. Please shorten it, or choose a model that can read longer texts.";
    throw new AppError("tooLarge", { userMessage });
  }
  // Some model servers require the first message to be a user message.
  while (firstIndex < entries.length - 1 && entries[firstIndex]?.role === "assistant") firstIndex++;
  return { firstIndex, tokens: usedTokens };
}

function toModelMessages(
  instructions: string,
  entries: readonly Entry[],
  supportsSystemPrompts: boolean,
): ModelMessage[] {
  const messages = entries.map(({ role, content, block, images }): ModelMessage => {
    if (role === "assistant") return { role: "assistant", content };
    return { role: "user", content: block + content, ...(images.length > 0 ? { images } : {}) };
  });
  if (supportsSystemPrompts) return [{ role: "system", content: instructions }, ...messages];
  const firstUserIndex = messages.findIndex(({ role }) => role === "user");
  return messages.map((message, index) =>
    index === firstUserIndex ? { ...message, content: `${instructions}\n\n${message.content}` } : message,
  );
}

function buildLeftOutNotice(count: number): StatusEntry {
  return {
    id: "history",
    summary: "Earlier messages left out",
    message: `The chat is longer than this model can read: ${count === 1 ? "the oldest message was" : `the oldest ${count} messages were`} not sent.`,
    type: "info",
    inProgress: true,
    sticky: false,
  };
}
