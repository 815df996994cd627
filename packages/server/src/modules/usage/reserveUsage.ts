import { formatLimitReached, type TokenUsage } from "@lectern/contract";
import type { Actor, Payer } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { UsableModel } from "../models/service.ts";
import { clampTokenCount } from "./clampTokenCount.ts";
import { listScopedLimits, type ScopedLimits } from "./limitScopes.ts";
import { findReachedLimit, getLimitWindows, type ReachedLimit, type Spending } from "./policy.ts";
import { deleteOpenUsage, lockSpending, reserveUsageRow, sumSpending } from "./repository.ts";

/** A call that the server is about to make. Its usage row is open. */
interface Reservation {
  usageId: string;
  payer: Payer;
  model: UsableModel;
  /** What earlier calls of the same run have used; null before the first call. */
  spent?: TokenUsage | null;
  /** What `loadLimits` has begun to read; by default, it is read now. */
  limits?: Promise<ScopedLimits[]> | undefined;
  /** Returns the maximum number of tokens that the call may use. Called only if a limit applies. */
  getMaxUsage(): { inputTokens: number; outputTokens: number };
}

/** Begins to read the limits for calls of a model, so that the first one does not have to wait for them. */
export function loadLimits(platform: Platform, payer: Payer, model: UsableModel): Promise<ScopedLimits[]> {
  const limits = hasPrice(model) ? listScopedLimits(platform, payer) : Promise.resolve([]);
  limits.catch(() => undefined); // the error is handled where it is awaited
  return limits;
}

/**
 * Reserves the highest possible cost of a call before it is made. If the spent and reserved money has reached one of the
 * limits that apply, throws `rateLimited` with the reason and the time to retry, and deletes the row unless the run has
 * used tokens. Locks in a fixed order serialize the calls that count toward the same limits, in all processes, so that
 * each call sees the reservations of the others: together they exceed a limit by less than the highest cost of one call.
 * Does nothing if no limit is set or the model is free.
 */
export async function reserveUsage(
  platform: Platform,
  { usageId, payer, model, spent = null, limits, getMaxUsage }: Reservation,
): Promise<void> {
  const { db, clock, metrics } = platform;
  const now = clock.now();
  if (!hasPrice(model)) return;
  const scopes = await (limits ?? listScopedLimits(platform, payer));
  if (scopes.length === 0) return;
  const { inputTokens, outputTokens } = getMaxUsage();
  const reachedLimit = await transaction(db, async (tx): Promise<ReachedLimit | null> => {
    for (const { scope, id } of scopes) await lockSpending(tx, `${scope} ${id}`);
    // The reservation of the run's earlier calls must not count against its next one.
    if (spent) await reserveUsageRow(tx, usageId, toReservedTokens(spent));
    const limit = findReachedLimit(await sumScopedSpending(tx, scopes, now), now);
    if (limit && !spent) await deleteOpenUsage(tx, usageId);
    if (!limit) {
      const total = {
        inputTokens: inputTokens + (spent?.inputTokens ?? 0),
        outputTokens: outputTokens + (spent?.outputTokens ?? 0),
      };
      await reserveUsageRow(tx, usageId, toReservedTokens(total));
    }
    return limit;
  });
  if (!reachedLimit) return;
  metrics.countRejection(reachedLimit.info.period);
  throw createLimitError(reachedLimit, now);
}

/** Throws `rateLimited` if the spent and reserved money has reached a limit that applies. Reserves nothing. */
export async function requireSpendingLeft(platform: Platform, payer: Payer, model: UsableModel): Promise<void> {
  const { db, clock, metrics } = platform;
  const now = clock.now();
  if (!hasPrice(model)) return;
  const scopes = await listScopedLimits(platform, payer);
  if (scopes.length === 0) return;
  const reachedLimit = findReachedLimit(await sumScopedSpending(db, scopes, now), now);
  if (!reachedLimit) return;
  metrics.countRejection(reachedLimit.info.period);
  throw createLimitError(reachedLimit, now);
}

function createLimitError({ info, retryAfterSeconds }: ReachedLimit, now: Date): AppError {
  return new AppError("rateLimited", {
    userMessage: formatLimitReached(info, now, "UTC"),
    fields: { rateLimitInfo: info },
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

function toReservedTokens({ inputTokens, outputTokens }: Pick<TokenUsage, "inputTokens" | "outputTokens">) {
  return { inputTokens: clampTokenCount(inputTokens), outputTokens: clampTokenCount(outputTokens) };
}

/** Returns the limits of a caller that names no account and no assistant, with the money spent. */
export async function listSpending(platform: Platform, actor: Actor): Promise<Spending[]> {
  return sumScopedSpending(platform.db, await listScopedLimits(platform, actor), platform.clock.now());
}

async function sumScopedSpending(db: Db, scopes: readonly ScopedLimits[], now: Date): Promise<Spending[]> {
  const spendings: Spending[] = [];
  // One after the other, because a transaction has one connection.
  for (const { scope, name, limits, rows } of scopes) {
    const windows = getLimitWindows(now, limits);
    const [firstStart, ...otherStarts] = windows.map(({ startsAt }) => startsAt);
    if (!firstStart) continue;
    const sums = await sumSpending(db, rows, [firstStart, ...otherStarts]);
    for (const [index, window] of windows.entries()) {
      spendings.push({ scope, name, ...window, ...(sums[index] ?? { spent: 0, committed: 0 }) });
    }
  }
  return spendings;
}

/** Returns true if any price is above 0. A model without a known price counts as free, so its calls are not limited. */
function hasPrice({ inputTokenCost, outputTokenCost, cachedTokenCost, cacheWriteTokenCost }: UsableModel): boolean {
  const prices = [inputTokenCost, outputTokenCost, cachedTokenCost, cacheWriteTokenCost];
  return prices.some((price) => Number(price ?? 0) > 0);
}
