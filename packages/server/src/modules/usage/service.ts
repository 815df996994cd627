import type { TokenUsage, UsageCounts } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";
import type { OwnerId } from "../access/service.ts";
import { clampTokenCount } from "./clampTokenCount.ts";
import { getMonthStart } from "./policy.ts";
import {
  countUsage,
  insertUsage,
  listUsageProcessIds,
  settleUsageOfDeadProcesses,
  settleUsageRow,
  sumCost,
  type TokenCounts,
} from "./repository.ts";
import { type NewUsage, toUsageRow } from "./toUsageRow.ts";

export {
  createRunDirectory,
  type ExecuteClaim,
  findAssistantOfRun,
  findRunOwner,
  type NewRunClaim,
  revokeClaim,
  tryClaimRun,
} from "./claims.ts";
export { findCostAlert, findStoredCostAlert, forgetCostAlert } from "./costAlert.ts";
export { findStoredRateLimit, forgetRateLimits } from "./rateLimits.ts";
export { requireSpendingLeft, reserveUsage } from "./reserveUsage.ts";
export type { NewUsage } from "./toUsageRow.ts";

/** Inserts a usage row with the current prices. Call this before calling the model. Returns the row's id. */
export async function openUsage(platform: Platform, newUsage: NewUsage): Promise<string> {
  const row = toUsageRow(platform, newUsage);
  await insertUsage(platform.db, row);
  return row.id;
}

export interface UsageSettlement {
  usage: TokenUsage;
  /** True if some of the counts are our estimate instead of the model server's counts. */
  isEstimate: boolean;
  outcome: "done" | "stopped" | "failed";
}

/** Settles a row that is open or interrupted. Has no effect on other rows. */
export async function settleUsage(
  { db, clock, metrics }: Platform,
  usageId: string,
  { usage, isEstimate, outcome }: UsageSettlement,
): Promise<void> {
  const counts = toCounts(usage);
  const settledRow = await settleUsageRow(db, usageId, { ...counts, isEstimate, outcome }, clock.now());
  if (settledRow)
    metrics.countCall({ model: settledRow.model_id, outcome, usage: counts, cost: Number(settledRow.cost) });
}

/** Lists the ids of the processes that have open calls. Null stands for rows of an earlier version without an id. */
export async function listProcessesWithOpenUsage({ db }: Platform): Promise<(string | null)[]> {
  return listUsageProcessIds(db);
}

/**
 * Settles the open rows of dead processes as interrupted, with the last estimate. If such a process is still alive, its
 * settlement replaces this one. Returns the number of rows.
 */
export async function reapUsage({ db, clock }: Platform, deadProcesses: DeadProcesses): Promise<number> {
  return settleUsageOfDeadProcesses(db, deadProcesses, clock.now());
}

/** Returns what a principal has used since the first of this month (UTC); the cost in US dollars. */
export async function getUsageOfMonth(
  { db, clock }: Pick<Platform, "db" | "clock">,
  ownerId: OwnerId,
): Promise<UsageCounts & { cost: number }> {
  const from = getMonthStart(clock.now());
  return { ...(await countUsage(db, ownerId, from)), cost: Number(await sumCost(db, ownerId, from)) };
}

function toCounts(usage: TokenUsage): TokenCounts {
  const inputTokens = clampTokenCount(usage.inputTokens);
  const cachedTokens = Math.min(clampTokenCount(usage.cachedTokens), inputTokens);
  return {
    inputTokens,
    outputTokens: clampTokenCount(usage.outputTokens),
    cachedTokens,
    cacheWriteTokens: Math.min(clampTokenCount(usage.cacheWriteTokens ?? 0), inputTokens - cachedTokens),
  };
}
