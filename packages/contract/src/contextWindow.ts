import * as z from "zod/mini";
import { limits } from "./limits.ts";
import type { Model } from "./models.ts";
import { Id, type JsonObject, text } from "./primitives.ts";

/** How a model's context window is divided, in tokens. */
export interface ContextLimits {
  /** Limit of the answer: the requested or the default one, at most the model's own. */
  requestedTokens: number;
  /**
   * The tokens that are reserved for the answer. At most half of the window, because some models allow an answer as long
   * as their window.
   */
  reservedTokens: number;
  /** Limit of the input. */
  budget: number;
}

/** The share of the context window that is set aside for an answer whose length a program has not limited. */
const shareWithoutLimit = 1 / 8;

/**
 * Divides the window. `maxTokens` is the requested limit of the answer; null: half of the model's limit, and all of it for
 * a program (`isVerbatim`).
 */
export function computeContextLimits(
  { inputContextWindow, outputTokenLimit }: Pick<Model, "inputContextWindow" | "outputTokenLimit">,
  maxTokens: number | null,
  isVerbatim = false,
): ContextLimits {
  const defaultTokens = isVerbatim ? outputTokenLimit : Math.floor(outputTokenLimit / 2);
  const requestedTokens = Math.max(1, Math.min(maxTokens ?? defaultTokens, outputTokenLimit));
  const maxReservedShare = isVerbatim && maxTokens === null ? shareWithoutLimit : 1 / 2;
  const reservedTokens = Math.min(requestedTokens, Math.floor(inputContextWindow * maxReservedShare));
  return { requestedTokens, reservedTokens, budget: inputContextWindow - reservedTokens };
}

const Tokens = z.number().check(z.nonnegative());

/**
 * What the next question of a branch sends, in tokens, as `state.context` of the branch's last answer says it. The server
 * measures it when it assembles a question.
 */
export const ContextUse = z.object({
  instructions: Tokens,
  memory: Tokens,
  tools: Tokens,
  /** Documents and images. */
  documents: Tokens,
  /** All messages with this answer, also those that did not fit. */
  messages: Tokens,
  /** The newest summary that applies; 0: there is none. */
  summary: Tokens,
  /** The part of the messages that it does not stand for. */
  laterMessages: Tokens,
  /** The message with the summary that was sent; null: none was. */
  summaryId: z.nullable(Id),
  /** False if the model's server has counted the input. */
  isEstimate: z.boolean(),
  /**
   * The last message that the summary stands for which is written after this answer: by the server or, of a chat that only
   * the browser has, by the browser. Null: none is needed.
   */
  summarizeUpTo: z.nullable(Id),
  /** The limit of that summary, so that it leaves room for messages. Absent in answers of an earlier version. */
  maxSummaryTokens: z.optional(Tokens),
  /** Why no summary could be written after this answer, for people. Absent: it could, or is still being written. */
  summaryFailure: z.optional(text(limits.messageNoticeLength)),
  /** Messages of the branch that were not to be sent, and that no summary may contain. */
  excludedIds: z.array(Id).check(z.maxLength(limits.messagesPerCall)),
});
export type ContextUse = z.infer<typeof ContextUse>;

export function parseContextUse(state: JsonObject | undefined): ContextUse | null {
  return ContextUse.safeParse(state?.context).data ?? null;
}

/** The parts of a question in a model's context window, in tokens. */
export interface ContextParts extends Pick<ContextUse, "instructions" | "memory" | "tools" | "documents" | "summary"> {
  /** The messages that fit. */
  history: number;
  /** True if not all messages fit, so that a summary is sent in place of the earlier ones, or nothing is. */
  isCut: boolean;
  /** What the answer can use. */
  answer: number;
  /** How much of the space for the question is used, from 0 to 1. */
  share: number;
}

/** Says how the next question fills the window of a model, which may be another one than has answered. */
export function fitContext(
  use: ContextUse,
  model: Pick<Model, "inputContextWindow" | "outputTokenLimit">,
  maxTokens: number | null,
): ContextParts {
  const { requestedTokens, budget } = computeContextLimits(model, maxTokens);
  const { instructions, memory, tools, documents } = use;
  const fixed = instructions + memory + tools + documents;
  const room = Math.max(0, budget - fixed);
  const isCut = use.messages > room;
  const summary = isCut && use.summary <= room ? use.summary : 0;
  const messages = summary > 0 ? use.laterMessages : use.messages;
  const history = Math.min(messages, room - summary);
  const used = fixed + summary + history;
  return {
    ...{ instructions, memory, tools, documents, summary, history, isCut },
    answer: Math.max(0, Math.min(requestedTokens, model.inputContextWindow - used)),
    share: budget > 0 ? Math.min(1, used / budget) : 1,
  };
}
