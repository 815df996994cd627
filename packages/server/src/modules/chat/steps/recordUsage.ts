import type { Answer, TokenUsage } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import type { TokenCounter } from "../../../platform/tokenCounter.ts";
import type { UsableModel } from "../../models/service.ts";
import { settleUsage, type UsageSettlement, updateOpenUsage } from "../../usage/service.ts";
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

/** Early enough that most answers get one update before they end. Few need a second one. */
const firstUpdateDelayMs = 1_000;
const updateIntervalMs = 5_000;
/** These delays add up to about ten minutes, which is longer than a restart of the database takes. */
const settleRetryDelaysMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 480_000];

const noUsage: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/**
 * Opens the row before the call, so that every call is recorded. Of a local conversation's id, the row contains only a
 * hash. Throws the errors of `claimRun`.
 */
export async function recordUsage(
  platform: Platform,
  tokens: TokenCounter,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
): Promise<UsageRecord> {
  const id = await claimRun(platform, {
    userId: actor.userId,
    requestId: turn.requestId,
    conversationId: turn.cloudIds?.conversationId ?? null,
    conversationIdToHash: turn.conversationId,
    model,
  });
  let updateTimer: NodeJS.Timeout | undefined;
  return {
    id,
    startTracking(input, getAnswer) {
      if (model.isGuide) return;
      let inputTokens: number | null = null;
      const updateRow = async () => {
        inputTokens ??= await estimateInputTokens(tokens, input);
        await updateOpenUsage(platform, id, {
          ...noUsage,
          inputTokens,
          outputTokens: estimateOutputTokens(getAnswer()),
        });
      };
      const scheduleUpdate = (delayMs: number) => {
        updateTimer = setTimeout(() => {
          const firedTimer = updateTimer;
          updateRow()
            .catch((error: unknown) => {
              platform.log.warn({ err: error, requestId: turn.requestId }, "usage could not be updated");
            })
            .finally(() => {
              // Unless `settle` has cleared the timer during the update.
              if (updateTimer === firedTimer) scheduleUpdate(updateIntervalMs);
            });
        }, delayMs);
      };
      scheduleUpdate(firstUpdateDelayMs);
    },
    async settle(outcome, input, answer) {
      clearTimeout(updateTimer);
      updateTimer = undefined;
      const resolvedUsage = input && !model.isGuide ? await resolveUsage(tokens, outcome, input, answer) : null;
      const { usage, isEstimate } = resolvedUsage ?? { usage: outcome.usage ?? noUsage, isEstimate: false };
      const settlement = { usage, isEstimate, outcome: outcome.end };
      try {
        await settleUsage(platform, id, settlement);
      } catch (error) {
        void retrySettling(platform, id, settlement);
        throw error;
      }
    },
  };
}

/**
 * Retries the settlement in the background. Until it succeeds, the row stays open, and its reservation counts toward
 * the person's limits. Gives up after the last delay or during a shutdown; the reaper settles the row once this process
 * has ended. Never rejects.
 */
async function retrySettling(platform: Platform, id: string, settlement: UsageSettlement): Promise<void> {
  const { signal } = new AbortController();
  for (const waitMs of settleRetryDelaysMs) {
    await platform.wait(waitMs, signal);
    if (platform.runLog.isShuttingDown()) return;
    try {
      return await settleUsage(platform, id, settlement);
    } catch (error) {
      platform.log.warn({ err: error, usageId: id }, "a call could not be settled yet");
    }
  }
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
