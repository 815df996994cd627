import type { Actor, Platform } from "../../../core/context.ts";
import type { UsableModel } from "../../models/service.ts";
import { reserveUsage } from "../../usage/service.ts";
import { estimateMaxInputTokens, type ModelInput } from "./estimateUsage.ts";
import type { UsageRecord } from "./recordUsage.ts";

/**
 * Reserves the highest possible cost of the call, that is of its input and of an answer of `maxTokens`, within the
 * person's spending limits. Throws `rateLimited`, with the reason and the time to retry, if the person has reached a
 * limit. Does nothing if no limit is set or the model is free.
 */
export async function enforceSpendingLimits(
  platform: Platform,
  actor: Actor,
  model: UsableModel,
  usageRecord: UsageRecord,
  { maxTokens, ...input }: ModelInput & { maxTokens: number },
): Promise<void> {
  await reserveUsage(platform, {
    usageId: usageRecord.id,
    payer: actor,
    model,
    getMaxUsage: () => ({ inputTokens: estimateMaxInputTokens(input), outputTokens: maxTokens }),
  });
}
