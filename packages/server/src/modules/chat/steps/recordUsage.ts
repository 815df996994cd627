import type { TokenUsage } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import type { ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import type { UsableModel } from "../../models/service.ts";
import { openUsage, settleUsage } from "../../usage/service.ts";
import type { ChatTurn } from "../chatTurn.ts";
import type { TokenCounter } from "../tokenCounter.ts";
import type { ModelOutcome } from "./callModel.ts";

/** What a call has cost, known once it is over. */
export interface UsageRecord {
  /** `messages`: what the model was sent; `answer`: what it said. Counted here where its server did not. */
  settle(outcome: ModelOutcome, messages: readonly ModelMessage[], answer: string): Promise<void>;
}

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** Opens the row before the call, so that no call goes unrecorded. Of a local conversation not even the id is written. */
export async function recordUsage(
  platform: Platform,
  tokens: TokenCounter,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
): Promise<UsageRecord> {
  const id = await openUsage(platform, {
    userId: actor.userId,
    requestId: turn.requestId,
    conversationId: turn.cloud?.conversationId ?? null,
    model,
    purpose: "chat",
  });
  return {
    async settle(outcome, messages, answer) {
      const wasServed = outcome.end !== "failed" || answer !== "";
      const isEstimate = !outcome.usage && wasServed && !model.isGuide && messages.length > 0;
      const counted = isEstimate ? await estimate(tokens, messages, answer) : nothing;
      await settleUsage(platform, id, { usage: outcome.usage ?? counted, isEstimate, outcome: outcome.end });
    },
  };
}

async function estimate(tokens: TokenCounter, messages: readonly ModelMessage[], answer: string): Promise<TokenUsage> {
  let inputTokens = 0;
  for (const { content } of messages) inputTokens += await tokens.count(content);
  return { inputTokens, outputTokens: await tokens.count(answer), cachedTokens: 0 };
}
