import { formatLimitReached, type RateLimit, type TokenUsage } from "@lectern/contract";
import type { Payer } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId, type OwnerId } from "../access/service.ts";
import type { UsableModel } from "../models/service.ts";
import { clampTokenCount } from "./clampTokenCount.ts";
import { findReachedLimit, getLimitWindows, type LimitWindow, type ReachedLimit, type Spending } from "./policy.ts";
import { listRateLimits } from "./rateLimits.ts";
import { deleteOpenUsage, lockSpending, reserveUsageRow, sumSpending } from "./repository.ts";

/** A call that the server is about to make. Its usage row is open. */
interface Reservation {
  usageId: string;
  payer: Payer;
  model: UsableModel;
  /** What earlier calls of the same run have used; null before the first call. */
  spent?: TokenUsage | null;
  /** What `loadLimits` has begun to read; by default, it is read now. */
  limits?: Promise<readonly RateLimit[]> | undefined;
  /** Returns the maximum number of tokens that the call may use. Called only if a limit applies. */
  getMaxUsage(): { inputTokens: number; outputTokens: number };
}

/** Begins to read the limits for calls of a model, so that the first one does not have to wait for them. */
export function loadLimits(platform: Platform, model: UsableModel): Promise<readonly RateLimit[]> {
  const limits = hasPrice(model) ? listRateLimits(platform) : Promise.resolve([]);
  limits.catch(() => undefined); // the error is handled where it is awaited
  return limits;
}

/**
 * Reserves the highest possible cost of a call before it is made. If the person's spent and reserved money has reached
 * a limit, throws `rateLimited` with the reason and the time to retry, and deletes the row unless the run has used tokens. A lock serializes one
 * person's calls in all processes, so that each call sees the reservations of the others. Does nothing if no limit is
 * set or the model is free.
 */
export async function reserveUsage(
  platform: Platform,
  { usageId, payer, model, spent = null, limits, getMaxUsage }: Reservation,
): Promise<void> {
  const { db, clock, metrics } = platform;
  const ownerId = getOwnerId(payer);
  const now = clock.now();
  if (!hasPrice(model)) return;
  const windows = getLimitWindows(now, await (limits ?? listRateLimits(platform)));
  if (windows.length === 0) return;
  const { inputTokens, outputTokens } = getMaxUsage();
  const reachedLimit = await transaction(db, async (tx): Promise<ReachedLimit | null> => {
    await lockSpending(tx, ownerId);
    // The reservation of the run's earlier calls must not count against its next one.
    if (spent) await reserveUsageRow(tx, usageId, toReservedTokens(spent));
    const limit = findReachedLimit(await sumSpendingPerWindow(tx, ownerId, windows), now);
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

/** Throws `rateLimited` if the person's spent and reserved money has reached a limit. Reserves nothing. */
export async function requireSpendingLeft(platform: Platform, payer: Payer, model: UsableModel): Promise<void> {
  const { db, clock, metrics } = platform;
  const now = clock.now();
  if (!hasPrice(model)) return;
  const windows = getLimitWindows(now, await listRateLimits(platform));
  if (windows.length === 0) return;
  const reachedLimit = findReachedLimit(await sumSpendingPerWindow(db, getOwnerId(payer), windows), now);
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

/** Returns the person's current limits with the money spent. */
export async function listSpending(platform: Platform, ownerId: OwnerId): Promise<Spending[]> {
  const windows = getLimitWindows(platform.clock.now(), await listRateLimits(platform));
  return sumSpendingPerWindow(platform.db, ownerId, windows);
}

async function sumSpendingPerWindow(db: Db, ownerId: OwnerId, windows: readonly LimitWindow[]): Promise<Spending[]> {
  const [firstStart, ...otherStarts] = windows.map(({ startsAt }) => startsAt);
  if (!firstStart) return [];
  const sums = await sumSpending(db, ownerId, [firstStart, ...otherStarts]);
  return windows.map((window, index) => ({ ...window, ...(sums[index] ?? { spent: 0, committed: 0 }) }));
}

/** Returns true if any price is above 0. A model without a known price counts as free, so its calls are not limited. */
function hasPrice({ inputTokenCost, outputTokenCost, cachedTokenCost, cacheWriteTokenCost }: UsableModel): boolean {
  const prices = [inputTokenCost, outputTokenCost, cachedTokenCost, cacheWriteTokenCost];
  return prices.some((price) => Number(price ?? 0) > 0);
}
