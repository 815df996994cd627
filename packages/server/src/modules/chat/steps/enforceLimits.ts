import type { Actor, Platform } from "../../../core/context.ts";
import type { UsableModel } from "../../models/service.ts";
import { reserveUsage } from "../../usage/service.ts";
import { maxInputTokens, type ModelInput } from "./estimateUsage.ts";
import type { UsageRecord } from "./recordUsage.ts";

/**
 * Lets the model be called while this person's limits leave money for it, and sets aside what the call may cost: what is sent and the
 * longest answer (`maxTokens`). Throws `rateLimited` with when and why. Costs nothing where no limit is set.
 */
export async function enforceLimits(
  platform: Platform,
  actor: Actor,
  model: UsableModel,
  usage: UsageRecord,
  { maxTokens, ...sent }: ModelInput & { maxTokens: number },
): Promise<void> {
  await reserveUsage(platform, {
    usageId: usage.id,
    userId: actor.userId,
    model,
    atMost: () => ({ inputTokens: maxInputTokens(sent), outputTokens: maxTokens }),
  });
}
