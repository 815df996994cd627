import type { Answer, TokenUsage } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { retryInBackground } from "../../../core/retryInBackground.ts";
import type { TokenCounter } from "../../../platform/tokenCounter.ts";
import type { UsableModel } from "../../models/service.ts";
import { type ExecuteClaim, settleUsage, trackOpenUsage } from "../../usage/service.ts";
import type { ChatTurn } from "../chatTurn.ts";
import type { ModelOutcome } from "./callModel.ts";
import { claimRun } from "./claimRun.ts";
import {
  estimateInputTokens,
  estimateOutputTokens,
  estimateUsage,
  hasOutput,
  type ModelInput,
} from "./estimateUsage.ts";

/** The usage row of one model call. */
export interface UsageRecord {
  /** The row's id. */
  id: string;
  /**
   * Starts writing estimated token counts to the open row periodically, because the process may die before it can
   * settle the row.
   */
  startTracking(input: ModelInput, getAnswer: () => Answer): void;
  /**
   * Settles the row. `input` is null if the model was not called. Counts the tokens if the model server did not. If the
   * database fails, throws and retries in the background for a while.
   */
  settle(outcome: ModelOutcome, input: ModelInput | null, answer: Answer): Promise<void>;
}

const noUsage: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/**
 * Opens the row before the call, so that every call is recorded. Of a local conversation's id, the row contains only a
 * hash. `executeClaim` executes the first insert of the row. Throws the errors of `claimRun`.
 */
export async function recordUsage(
  platform: Platform,
  tokens: TokenCounter,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
  executeClaim: ExecuteClaim | undefined,
): Promise<UsageRecord> {
  const claim = {
    payer: actor,
    requestId: turn.requestId,
    conversationId: turn.cloudIds?.conversationId ?? null,
    conversationIdToHash: turn.conversationId,
    model,
  };
  const id = await claimRun(platform, claim, executeClaim);
  let stopTracking: (() => void) | undefined;
  return {
    id,
    startTracking(input, getAnswer) {
      if (model.isGuide) return;
      let inputTokens: number | null = null;
      stopTracking = trackOpenUsage(platform, { usageId: id, requestId: turn.requestId }, async () => {
        inputTokens ??= await estimateInputTokens(tokens, input);
        return { inputTokens, outputTokens: estimateOutputTokens(getAnswer()) };
      });
    },
    async settle(outcome, input, answer) {
      stopTracking?.();
      const resolvedUsage = input && !model.isGuide ? await resolveUsage(tokens, outcome, input, answer) : null;
      const { usage, isEstimate } = resolvedUsage ?? { usage: outcome.usage ?? noUsage, isEstimate: false };
      const settlement = { usage, isEstimate, outcome: outcome.end };
      try {
        await settleUsage(platform, id, settlement);
      } catch (error) {
        // Until it succeeds, the row stays open, and its reservation counts toward the person's limits.
        const settle = () => settleUsage(platform, id, settlement);
        const message = "a call could not be settled yet";
        void retryInBackground(platform, settle, { message, logFields: { usageId: id } });
        throw error;
      }
    },
  };
}

/**
 * Returns the model server's counts if the answer was read to its end, and no usage if the call failed without counts
 * and output. Otherwise returns an estimate: if the call ended early, the server's last counts may be too low.
 */
async function resolveUsage(
  tokens: TokenCounter,
  { end, finishReason, usage }: ModelOutcome,
  input: ModelInput,
  answer: Answer,
) {
  if (usage && finishReason !== null) return { usage, isEstimate: false };
  if (end === "failed" && !usage && !hasOutput(answer)) return { usage: noUsage, isEstimate: false };
  const estimate = await estimateUsage(tokens, input, answer);
  if (!usage) return { usage: estimate, isEstimate: true };
  return {
    usage: {
      inputTokens: usage.inputTokens || estimate.inputTokens,
      outputTokens: Math.max(usage.outputTokens, estimate.outputTokens),
      cachedTokens: usage.cachedTokens,
    },
    isEstimate: true,
  };
}
