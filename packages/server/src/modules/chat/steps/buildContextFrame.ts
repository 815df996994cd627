import { roughEstimate, type TokenCounter } from "../../../platform/tokenCounter.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatTurn } from "../chatTurn.ts";
import { defaultInstruction } from "../defaultInstruction.ts";
import { toolAndFormatTexts, tokensPerMessage } from "./estimateUsage.ts";
import type { HistoryMessage } from "./dataSources/collectDataSources.ts";

/** What a call is made of before anything is fitted into the model's window. */
export interface ContextFrame {
  /** Oldest first, ending with what is asked. */
  history: readonly HistoryMessage[];
  instructions: string;
  /** The instructions, the functions and the form of the answer, which are always sent. */
  fixedText: string;
  /** Longest answer that was asked for, in tokens. */
  askedTokens: number;
  /** What of the window is kept for the answer: an answer may be as long as the window, half of it is always left for the question. */
  reservedTokens: number;
  /** What may be sent, in tokens. */
  budget: number;
}

/** `stored`: the branch and the prompt of a cloud conversation. */
export function buildContextFrame(
  turn: Pick<ChatTurn, "messages" | "systemPrompt" | "maxTokens" | "tools">,
  model: UsableModel,
  stored: { history: readonly HistoryMessage[]; prompt: string | null } | null,
): ContextFrame {
  const instructions = instructionsFor(turn, model, stored?.prompt ?? null);
  const askedTokens = clampMaxTokens(turn.maxTokens, model);
  const reservedTokens = Math.min(askedTokens, Math.floor(model.inputContextWindow / 2));
  return {
    history: stored?.history ?? turn.messages,
    instructions,
    fixedText: [instructions, ...toolAndFormatTexts(turn.tools)].join(""),
    askedTokens,
    reservedTokens,
    budget: model.inputContextWindow - reservedTokens,
  };
}

/** Of what documents could have, so much is kept for earlier messages, if there are so many. */
const historyShare = 0.25;

/** Tokens that documents may take: what is left beside the instructions, the last message and the newest of the history. */
export async function computeDocumentBudget(
  tokens: TokenCounter,
  { history, fixedText, budget }: ContextFrame,
): Promise<{ documents: number }> {
  const asked = history.at(-1)?.content ?? "";
  const fixed = (await tokens.count(fixedText, budget)) + (await tokens.count(asked, budget)) + 2 * tokensPerMessage;
  const room = Math.max(0, budget - fixed);
  const earlier = history.slice(0, -1);
  const spoken = earlier.reduce((sum, { content }) => sum + roughEstimate(content) + tokensPerMessage, 0);
  return { documents: room - Math.min(spoken, Math.floor(room * historyShare)) };
}

/** Half of the model's output limit unless the request says otherwise, and never more than the limit. */
function clampMaxTokens(asked: number | null, model: Pick<UsableModel, "outputTokenLimit">): number {
  return Math.max(1, Math.min(asked ?? Math.floor(model.outputTokenLimit / 2), model.outputTokenLimit));
}

function instructionsFor(
  turn: Pick<ChatTurn, "systemPrompt">,
  model: UsableModel,
  storedPrompt: string | null,
): string {
  const own = turn.systemPrompt ?? (storedPrompt?.trim() ? storedPrompt : defaultInstruction);
  return model.systemPrompt.trim() ? `${own}\n\n${model.systemPrompt}` : own;
}
