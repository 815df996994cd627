import type { MessageGiven, StatusEntry } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { generousEstimate, type TokenCounter } from "../../../platform/tokenCounter.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatTurn } from "../chatTurn.ts";
import { defaultInstruction } from "../defaultInstruction.ts";
import { tokensPerMessage } from "./estimateUsage.ts";

interface AssembledContext {
  messages: ModelMessage[];
  /** Longest answer, in tokens. */
  maxTokens: number;
  /** What the person should know of how their history was used. */
  notices: StatusEntry[];
}

type History = readonly Pick<MessageGiven, "role" | "content">[];

/**
 * Puts together what the model is sent: the instructions, and the newest messages that fit its window beside the answer.
 * `stored`: the branch and the prompt of a cloud conversation. Throws `tooLarge` when the last message alone does not fit.
 */
export async function assembleContext(
  tokens: TokenCounter,
  turn: ChatTurn,
  model: UsableModel,
  stored: { history: History; prompt: string | null } | null,
): Promise<AssembledContext> {
  const history = worthSending(stored?.history ?? turn.messages);
  const instructions = instructionsFor(turn, model, stored?.prompt ?? null);
  const askedTokens = clampMaxTokens(turn.maxTokens, model);
  // An answer may be as long as the window; half of it is always left for the question.
  const reserved = Math.min(askedTokens, Math.floor(model.inputContextWindow / 2));
  const tools = turn.tools.tools ? JSON.stringify(turn.tools.tools) : "";
  const fitted = await newestThatFit(tokens, instructions + tools, history, model.inputContextWindow - reserved);
  return {
    messages: toModelMessages(instructions, history.slice(fitted.from), model.supportsSystemPrompts),
    maxTokens: Math.min(askedTokens, Math.max(reserved, model.inputContextWindow - fitted.tokens)),
    notices: fitted.from > 0 ? [leftOutNotice(fitted.from)] : [],
  };
}

/** Half of the model's output limit unless the request says otherwise, and never more than the limit. */
function clampMaxTokens(asked: number | null, model: Pick<UsableModel, "outputTokenLimit">): number {
  return Math.max(1, Math.min(asked ?? Math.floor(model.outputTokenLimit / 2), model.outputTokenLimit));
}

function instructionsFor(turn: ChatTurn, model: UsableModel, storedPrompt: string | null): string {
  const own = turn.systemPrompt ?? (storedPrompt?.trim() ? storedPrompt : defaultInstruction);
  return model.systemPrompt.trim() ? `${own}\n\n${model.systemPrompt}` : own;
}

/** Without what a model's server may refuse: answers that never got a text, and instructions in the middle. */
function worthSending(history: History): History {
  return history.filter(({ role, content }, index) => index === history.length - 1 || (role !== "system" && content));
}

/** From which message on, and at most how many tokens that is. Exact counting is left out where there is room to spare. */
async function newestThatFit(tokens: TokenCounter, instructions: string, history: History, budget: number) {
  const roughly = history.reduce((sum, { content }) => sum + generousEstimate(content) + tokensPerMessage, 0);
  const rough = roughly + generousEstimate(instructions) + tokensPerMessage;
  if (rough <= budget) return { from: 0, tokens: rough };

  let used = (await tokens.count(instructions, budget)) + tokensPerMessage;
  let from = history.length;
  for (const [distance, { content }] of [...history].reverse().entries()) {
    // A token is at most 128 characters in the vocabularies in use: what is longer cannot fit, and need not be counted.
    const fits = content.length <= budget * 128;
    const cost = fits ? (await tokens.count(content, budget - used)) + tokensPerMessage : Number.POSITIVE_INFINITY;
    if (used + cost > budget) break;
    used += cost;
    from = history.length - 1 - distance;
  }
  if (from === history.length) {
    throw new AppError("tooLarge", {
      userMessage:
        "Your message is too long for this model. Please shorten it, or choose a model with a larger window.",
    });
  }
  // Some models' servers insist that a person begins.
  while (from < history.length - 1 && history[from]?.role === "assistant") from++;
  return { from, tokens: used };
}

function toModelMessages(instructions: string, history: History, supportsSystemPrompts: boolean): ModelMessage[] {
  const messages = history.map(
    ({ role, content }): ModelMessage => ({ role: role === "assistant" ? "assistant" : "user", content }),
  );
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
