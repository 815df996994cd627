import type { TokenUsage } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";
import {
  insertUsage,
  interruptOpenUsage,
  listUsageProcesses,
  updateOpenUsageRow,
  settleUsageRow,
  type TokenCounts,
} from "./repository.ts";
import { toUsageRow, type NewUsage } from "./toUsageRow.ts";
import { clampTokenCount } from "./clampTokenCount.ts";

export { type NewRunClaim, findRunOwner, tryClaimRun, createRunDirectory, revokeClaim } from "./claims.ts";
export { reserveUsage } from "./reserveUsage.ts";
export type { NewUsage } from "./toUsageRow.ts";

/** Writes the row before the model is called, with the prices of now; gives its id. */
export async function openUsage(platform: Platform, opening: NewUsage): Promise<string> {
  const row = toUsageRow(platform, opening);
  await insertUsage(platform.db, row);
  return row.id;
}

export interface UsageSettlement {
  usage: TokenUsage;
  /** True when the counts are ours and not the model server's. */
  isEstimate: boolean;
  outcome: "done" | "stopped" | "failed";
}

/**
 * Notes what an open call has come to by our count, so that the row of a process that dies is not settled as free. The person's cost
 * and limits count it from here on.
 */
export async function updateOpenUsage({ db }: Platform, usageId: string, usage: TokenUsage): Promise<void> {
  await updateOpenUsageRow(db, usageId, toCounts(usage));
}

/** Settles a row once; later calls change nothing. A row that a start has swept counts as open. */
export async function settleUsage(
  { db, clock, metrics }: Platform,
  usageId: string,
  { usage, isEstimate, outcome }: UsageSettlement,
): Promise<void> {
  const counts = toCounts(usage);
  const settled = await settleUsageRow(db, usageId, { ...counts, isEstimate, outcome }, clock.now());
  if (settled) metrics.countCall({ model: settled.model_id, outcome, usage: counts, cost: Number(settled.cost) });
}

/** The processes that have calls open; null: one of an earlier version. */
export async function listProcessesWithOpenUsage({ db }: Platform): Promise<(string | null)[]> {
  return listUsageProcesses(db);
}

/**
 * Settles the rows that dead processes left open, as interrupted, with what is known. One whose process lives after all is settled by it
 * in the end as if nothing had been. Gives how many rows there were.
 */
export async function reapUsage({ db, clock }: Platform, of: DeadProcesses): Promise<number> {
  return interruptOpenUsage(db, of, clock.now());
}

function toCounts(usage: TokenUsage): TokenCounts {
  const inputTokens = clampTokenCount(usage.inputTokens);
  return {
    inputTokens,
    outputTokens: clampTokenCount(usage.outputTokens),
    cachedTokens: Math.min(clampTokenCount(usage.cachedTokens), inputTokens),
  };
}
