import { type Conversation, formatDollars, getBranch, type Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getFormatLocale } from "../../../lib/i18n/i18n.ts";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { getCostAlert } from "../../session/session.ts";

interface CostInput {
  conversation: Pick<Conversation, "messages" | "headId" | "prompt">;
  model: Pick<Model, "inputTokenCost" | "inputContextWindow">;
  text: string;
  /** Of the attached documents. */
  documentTokens: number;
}

export interface PromptCost {
  /** US dollars. */
  cost: number;
  /** The number of questions that the model reads, with the new one. */
  prompts: number;
}

/** A rough estimate; the server counts exactly. */
const charactersPerToken = 4;

/**
 * Estimates what the input of the next answer costs: the question, its documents and as much of the conversation before
 * it as fits. Returns null if the price is not known.
 */
export function estimatePromptCost({ conversation, model, text, documentTokens }: CostInput): PromptCost | null {
  const { inputTokenCost, inputContextWindow } = model;
  if (inputTokenCost === null) return null;
  const { messages, headId, prompt } = conversation;
  let tokens = documentTokens + Math.ceil((text.length + (prompt?.length ?? 0)) / charactersPerToken);
  let prompts = 1;
  for (const { role, content } of getBranch(messages, headId).toReversed()) {
    tokens += Math.ceil(content.length / charactersPerToken);
    if (tokens > inputContextWindow) break;
    if (role === "user") prompts += 1;
  }
  return { cost: (Math.min(tokens, inputContextWindow) / 1_000) * inputTokenCost, prompts };
}

/** Returns what to ask before the message is sent, in the administrators' words; null: nothing. */
export function getCostQuestion(input: CostInput): string | null {
  const alert = getCostAlert();
  const estimate = alert && estimatePromptCost(input);
  if (!estimate || estimate.cost <= alert.cost) return null;
  // Nobody may have changed the message that the server offers.
  return fillCostMessage(translateServerText(alert.message), estimate).trim() || t`This message may be expensive.`;
}

export function fillCostMessage(message: string, { cost, prompts }: PromptCost): string {
  return message
    .replaceAll("{totalCost}", () => formatDollars(cost, getFormatLocale()))
    .replaceAll("{prompts}", String(prompts));
}
