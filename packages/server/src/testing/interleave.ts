import type { Db, DbTransaction } from "../platform/db/database.ts";
import { transaction } from "../platform/db/transaction.ts";
import { waitUntilBlocked } from "./waitUntilBlocked.ts";

/**
 * Runs `first` in a transaction, starts `second`, and runs `rest` in the same transaction once `second` waits for it or
 * has ended. Returns the results. Needs PostgreSQL.
 */
export async function interleave<First, Second>(
  db: Db,
  first: (tx: DbTransaction) => Promise<unknown>,
  second: () => Promise<Second>,
  rest: (tx: DbTransaction) => Promise<First>,
): Promise<[First, PromiseSettledResult<Second>]> {
  const started = Promise.withResolvers<void>();
  const other = Promise.withResolvers<Second>();
  const outcome = Promise.allSettled([other.promise]);
  const work = transaction(db, async (tx) => {
    await first(tx);
    started.resolve();
    await waitUntilBlocked(tx, other.promise);
    return rest(tx);
  });
  await Promise.race([started.promise, work]);
  second().then(other.resolve, other.reject);
  return [await work, (await outcome)[0]];
}
