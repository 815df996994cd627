import { addTokenUsage, type TokenUsage } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import { retryInBackground } from "../../core/retryInBackground.ts";
import {
  estimateInputTokens,
  estimateMaxInputTokens,
  estimateOutputTokens,
  estimateUsage,
  hasOutput,
} from "../../core/run/estimateUsage.ts";
import type { ModelOutcome } from "../../core/run/modelOutcome.ts";
import type { ModelRound } from "../../core/run/run.ts";
import type { TokenCounter } from "../../platform/tokenCounter.ts";
import { loadLimits, reserveUsage } from "./reserveUsage.ts";
import { settleUsage } from "./service.ts";
import { trackOpenUsage } from "./trackOpenUsage.ts";

const noUsage: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/**
 * Enforces the spending limits and records the usage of a run: the usage row, which the claim has opened, gets the
 * reserved cost before each call of the model, estimates while the model writes, and the sum of all calls at the end.
 */
export const usageStep: RunStep = {
  name: "usage",
  begin(run) {
    const { platform, tokens, model, payer, claim, turn } = run;
    const limits = loadLimits(platform, payer, model);
    const endedRounds: Promise<RoundUsage>[] = [];
    let currentRound: ModelRound | null = null;
    let stopTracking: (() => void) | undefined;
    const sumEndedRounds = async () =>
      (await Promise.all(endedRounds)).reduce(addUsage, { usage: noUsage, isEstimate: false });

    return {
      async beforeModelCall(round) {
        const usageId = await claim;
        const { usage: spent } = await sumEndedRounds();
        await reserveUsage(platform, {
          usageId,
          payer,
          model,
          spent: round.index === 0 ? null : spent,
          limits: round.index === 0 ? limits : undefined,
          getMaxUsage: () => ({ inputTokens: estimateMaxInputTokens(round.input), outputTokens: round.maxTokens }),
        });
        currentRound = round;
        if (model.isGuide || run.signal.aborted) return;
        stopTracking ??= trackOpenUsage(platform, { usageId, requestId: turn.requestId }, () =>
          estimateOpenUsage(run, sumEndedRounds, currentRound),
        );
      },
      afterModelCall(round, outcome) {
        currentRound = null;
        const roundUsage = model.isGuide
          ? Promise.resolve({ usage: outcome.usage ?? noUsage, isEstimate: false })
          : resolveUsage(tokens, outcome, round);
        roundUsage.catch(() => undefined); // the error is handled at the end
        endedRounds.push(roundUsage);
      },
      async finish({ outcome }) {
        stopTracking?.();
        const usageId = await claim;
        const settlement = { ...(await sumEndedRounds()), outcome: outcome.end };
        try {
          await settleUsage(platform, usageId, settlement);
        } catch (error) {
          // Until it succeeds, the row stays open, and its reservation counts toward the person's limits.
          const settle = () => settleUsage(platform, usageId, settlement);
          const message = "a call could not be settled yet";
          void retryInBackground(platform, settle, { message, logFields: { usageId } });
          throw error;
        }
      },
    };
  },
};

interface RoundUsage {
  usage: TokenUsage;
  isEstimate: boolean;
}

function addUsage(sum: RoundUsage, { usage, isEstimate }: RoundUsage): RoundUsage {
  return { usage: addTokenUsage(sum.usage, usage), isEstimate: sum.isEstimate || isEstimate };
}

async function estimateOpenUsage(
  { tokens }: Run,
  sumEndedRounds: () => Promise<RoundUsage>,
  currentRound: ModelRound | null,
): Promise<{ inputTokens: number; outputTokens: number }> {
  const { usage: ended } = await sumEndedRounds();
  if (!currentRound) return ended;
  return {
    inputTokens: ended.inputTokens + (await estimateInputTokens(tokens, currentRound.input)),
    outputTokens: ended.outputTokens + estimateOutputTokens(currentRound.getOutput()),
  };
}

/**
 * Returns the model server's counts if the output was read to its end, and no usage if the call failed without counts
 * and output. Otherwise returns an estimate: if the call ended early, the server's last counts may be too low.
 */
async function resolveUsage(
  tokens: TokenCounter,
  { end, finishReason, usage }: ModelOutcome,
  { input, getOutput }: ModelRound,
): Promise<RoundUsage> {
  const output = getOutput();
  if (usage && finishReason !== null) return { usage, isEstimate: false };
  if (end === "failed" && !usage && !hasOutput(output)) return { usage: noUsage, isEstimate: false };
  const estimate = await estimateUsage(tokens, input, output);
  if (!usage) return { usage: estimate, isEstimate: true };
  return {
    usage: {
      ...usage,
      inputTokens: usage.inputTokens || estimate.inputTokens,
      outputTokens: Math.max(usage.outputTokens, estimate.outputTokens),
    },
    isEstimate: true,
  };
}
