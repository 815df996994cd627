import { limitReachedText } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { UsableModel } from "../models/service.ts";
import { findRefusal, type LimitWindow, type Refusal, type Spending, getLimitWindows } from "./policy.ts";
import { deleteOpenUsage, lockSpending, reserveUsageRow, sumSpending } from "./repository.ts";
import { clampTokenCount } from "./clampTokenCount.ts";

/** A call that is about to be made, and whose row is open. */
interface Reservation {
  usageId: string;
  userId: string;
  model: UsableModel;
  /** How many tokens it may take at most. Only asked where it matters. */
  atMost(): { inputTokens: number; outputTokens: number };
}

/**
 * Sets money aside for a call before it is made. Throws `rateLimited`, with when and why, and forgets the row, where a limit of this
 * person is reached by what is spent and set aside. One person's calls are admitted one after the other, in whichever process: what
 * one sets aside the next one sees. Does nothing where no limit is set, and for a model that costs nothing.
 */
export async function reserveUsage(platform: Platform, { usageId, userId, model, atMost }: Reservation): Promise<void> {
  const { config, db, clock, metrics } = platform;
  const now = clock.now();
  const windows = getLimitWindows(now, config.rateLimits);
  if (windows.length === 0 || !hasPrice(model)) return;
  const { inputTokens, outputTokens } = atMost();
  const refusal = await transaction(db, async (tx): Promise<Refusal | null> => {
    await lockSpending(tx, userId);
    const found = findRefusal(await sumSpendingPerWindow(tx, userId, windows), now);
    if (found) await deleteOpenUsage(tx, usageId);
    else {
      const tokens = { inputTokens: clampTokenCount(inputTokens), outputTokens: clampTokenCount(outputTokens) };
      await reserveUsageRow(tx, usageId, tokens);
    }
    return found;
  });
  if (!refusal) return;
  metrics.countRefusal(refusal.info.period);
  throw new AppError("rateLimited", {
    userMessage: limitReachedText(refusal.info, now, "UTC"),
    fields: { rateLimitInfo: refusal.info },
    headers: { "retry-after": String(refusal.retryAfterSeconds) },
  });
}

/** The limits that hold for a person now, with what is spent of them. */
export async function listSpending({ config, db, clock }: Platform, userId: string): Promise<Spending[]> {
  return sumSpendingPerWindow(db, userId, getLimitWindows(clock.now(), config.rateLimits));
}

async function sumSpendingPerWindow(db: Db, userId: string, windows: readonly LimitWindow[]): Promise<Spending[]> {
  const [first, ...others] = windows.map(({ startsAt }) => startsAt);
  if (!first) return [];
  const sums = await sumSpending(db, userId, [first, ...others]);
  return windows.map((window, index) => ({ ...window, ...(sums[index] ?? { spent: 0, committed: 0 }) }));
}

/** A price that is not known costs nothing: of such a model nothing can be limited. */
function hasPrice({ inputTokenCost, outputTokenCost, cachedTokenCost }: UsableModel): boolean {
  return [inputTokenCost, outputTokenCost, cachedTokenCost].some((price) => Number(price ?? 0) > 0);
}
