import type { Platform } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { toDay } from "../report/addDays.ts";
import { isRolledUp, listDaysToRollUp, lockUsageDay, replaceUsageDay } from "./repository.ts";

/**
 * Sums the usage of each past day (UTC) that is not summed yet or has changed since. After an update of Lectern these
 * may be all days that there are, so each is a transaction of its own, and `signal` ends the work between two days.
 */
export async function rollUpUsage({ db, clock }: Pick<Platform, "db" | "clock">, signal?: AbortSignal): Promise<void> {
  const today = toDay(clock.now());
  for (const day of await listDaysToRollUp(db, today)) {
    if (signal?.aborted) return;
    await transaction(db, async (tx) => {
      await lockUsageDay(tx, day);
      if (!(await isRolledUp(tx, day))) await replaceUsageDay(tx, day);
    });
  }
}
