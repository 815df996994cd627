import { estimateTokens, type TokenCounter } from "../../../platform/tokenCounter.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatTurn } from "../chatTurn.ts";
import { defaultInstruction } from "../defaultInstruction.ts";
import type { HistoryMessage } from "./dataSources/collectDataSources.ts";
import { listToolAndFormatTexts, tokensPerMessage } from "./estimateUsage.ts";

/** The parts of a call before they are fitted into the model's context window. */
export interface ContextFrame {
  /** Oldest first; the last one is the question. */
  history: readonly HistoryMessage[];
  instructions: string;
  /** The instructions, tools and response format, which are always sent. */
  fixedText: string;
  /** Limit of the answer in tokens: the requested or the default one, at most the model's own. */
  requestedTokens: number;
  /**
   * The tokens of the context window that are reserved for the answer. At most half of the window, because some models
   * allow an answer as long as their window.
   */
  reservedTokens: number;
  /** Limit of the input, in tokens. */
  budget: number;
}

/** Builds the frame. `storedTurn` has the branch and the prompt of a cloud conversation; null for a local one. */
export function buildContextFrame(
  turn: Pick<ChatTurn, "messages" | "systemPrompt" | "maxTokens" | "toolsAndFormat">,
  model: UsableModel,
  storedTurn: { history: readonly HistoryMessage[]; prompt: string | null } | null,
): ContextFrame {
  const instructions = buildInstructions(turn, model, storedTurn?.prompt ?? null);
  const requestedTokens = clampMaxTokens(turn.maxTokens, model);
  const reservedTokens = Math.min(requestedTokens, Math.floor(model.inputContextWindow / 2));
  return {
    history: storedTurn?.history ?? turn.messages,
    instructions,
    fixedText: [instructions, ...listToolAndFormatTexts(turn.toolsAndFormat)].join(""),
    requestedTokens,
    reservedTokens,
    budget: model.inputContextWindow - reservedTokens,
  };
}

/** The largest share of the remaining budget that is set aside for earlier messages. Documents get the rest. */
const historyShare = 0.25;

/**
 * Computes the tokens that documents may use: the remainder after the fixed text, the question and the tokens set
 * aside for earlier messages.
 */
export async function computeDocumentBudget(
  tokens: TokenCounter,
  { history, fixedText, budget }: ContextFrame,
): Promise<number> {
  const question = history.at(-1)?.content ?? "";
  const fixedTokens =
    (await tokens.count(fixedText, budget)) + (await tokens.count(question, budget)) + 2 * tokensPerMessage;
  const remainingTokens = Math.max(0, budget - fixedTokens);
  const earlierMessages = history.slice(0, -1);
  const historyTokens = earlierMessages.reduce(
    (sum, { content }) => sum + estimateTokens(content) + tokensPerMessage,
    0,
  );
  return remainingTokens - Math.min(historyTokens, Math.floor(remainingTokens * historyShare));
}

/** Returns the requested limit, at most the model's limit. If none is requested, returns half of the model's limit. */
function clampMaxTokens(requested: number | null, model: Pick<UsableModel, "outputTokenLimit">): number {
  return Math.max(1, Math.min(requested ?? Math.floor(model.outputTokenLimit / 2), model.outputTokenLimit));
}

function buildInstructions(
  turn: Pick<ChatTurn, "systemPrompt">,
  model: UsableModel,
  storedPrompt: string | null,
): string {
  const basePrompt = turn.systemPrompt ?? (storedPrompt?.trim() ? storedPrompt : defaultInstruction);
  return model.systemPrompt.trim() ? `${basePrompt}\n\n${model.systemPrompt}` : basePrompt;
}
