import type { StatusEntry } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { ModelImage, ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { generousEstimate, type TokenCounter } from "../../../platform/tokenCounter.ts";
import type { ContextFrame } from "./buildContextFrame.ts";
import { tokensOfImages, tokensPerMessage } from "./estimateUsage.ts";
import type { HistoryMessage } from "./dataSources/collectDataSources.ts";

interface AssembledContext {
  messages: ModelMessage[];
  /** Longest answer, in tokens. */
  maxTokens: number;
  /** What the person should know of how their history was used. */
  notices: StatusEntry[];
}

/** What goes with the messages: a text before the last one, and pictures. */
export interface Accompaniment {
  block: string;
  /** Of the block. */
  tokens: number;
  /** By the id of their message. */
  images: ReadonlyMap<string, readonly ModelImage[]>;
}

/** A message with all that goes with it. */
interface Entry {
  role: HistoryMessage["role"];
  content: string;
  /** Text that stands before its own. */
  block: string;
  images: readonly ModelImage[];
  /** Tokens beside its own text. */
  extraTokens: number;
}

/**
 * Puts together what the model is sent: the instructions, and the newest messages that fit its window beside the answer. Throws
 * `tooLarge` when the last message alone does not fit with what goes with it.
 */
export async function assembleContext(
  tokens: TokenCounter,
  frame: ContextFrame,
  { supportsSystemPrompts, inputContextWindow }: { supportsSystemPrompts: boolean; inputContextWindow: number },
  given: Accompaniment,
): Promise<AssembledContext> {
  const entries = toEntries(frame.history, given);
  const fitted = await newestThatFit(tokens, frame.fixedText, entries, frame.budget);
  return {
    messages: toModelMessages(frame.instructions, entries.slice(fitted.from), supportsSystemPrompts),
    maxTokens: Math.min(frame.askedTokens, Math.max(frame.reservedTokens, inputContextWindow - fitted.tokens)),
    notices: fitted.from > 0 ? [leftOutNotice(fitted.from)] : [],
  };
}

/** Without what a model's server may refuse: answers that never got a text, and instructions in the middle. */
function toEntries(history: readonly HistoryMessage[], given: Accompaniment): Entry[] {
  const last = history.length - 1;
  return history.flatMap(({ id, role, content }, index) => {
    const images = (id !== undefined && role !== "assistant" ? given.images.get(id) : undefined) ?? [];
    const block = index === last ? given.block : "";
    if (index < last && (role === "system" || (content === "" && images.length === 0))) return [];
    const extraTokens = tokensPerMessage + tokensOfImages(images) + (index === last ? given.tokens : 0);
    return [{ role, content, block, images, extraTokens }];
  });
}

/** From which message on, and at most how many tokens that is. Exact counting is left out where there is room to spare. */
async function newestThatFit(tokens: TokenCounter, fixedText: string, entries: readonly Entry[], budget: number) {
  const roughly = entries.reduce((sum, { content, extraTokens }) => sum + generousEstimate(content) + extraTokens, 0);
  const rough = roughly + generousEstimate(fixedText) + tokensPerMessage;
  if (rough <= budget) return { from: 0, tokens: rough };

  let used = (await tokens.count(fixedText, budget)) + tokensPerMessage;
  let from = entries.length;
  for (const [distance, { content, extraTokens }] of [...entries].reverse().entries()) {
    // A token is at most 128 characters in the vocabularies in use: what is longer cannot fit, and need not be counted.
    const fits = content.length <= budget * 128;
    const cost = fits ? (await tokens.count(content, budget - used)) + extraTokens : Number.POSITIVE_INFINITY;
    if (used + cost > budget) break;
    used += cost;
    from = entries.length - 1 - distance;
  }
  if (from === entries.length) {
    throw new AppError("tooLarge", {
      userMessage:
        "Your message is too long for this model. Please shorten it, or choose a model with a larger window.",
    });
  }
  // Some models' servers insist that a person begins.
  while (from < entries.length - 1 && entries[from]?.role === "assistant") from++;
  return { from, tokens: used };
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
  const first = messages.findIndex(({ role }) => role === "user");
  return messages.map((message, index) =>
    index === first ? { ...message, content: `${instructions}\n\n${message.content}` } : message,
  );
}

function leftOutNotice(count: number): StatusEntry {
  return {
    id: "history",
    summary: "Earlier messages left out",
    message: `The conversation is longer than this model can read: ${count === 1 ? "the oldest message was" : `the oldest ${count} messages were`} not sent.`,
    type: "info",
    inProgress: true,
    sticky: false,
  };
}
