import { Transaction } from "kysely";
import type { Db, DbTransaction } from "./database.ts";
import { withTransactionGuard } from "./openTransactions.ts";

/**
 * Runs `work` in a transaction: commits if it resolves, rolls back if it rejects. If `db` already is a transaction,
 * `work` joins it. Inside, query only `tx`: a query on the pool throws, because the embedded database has a single
 * connection and would deadlock. Do not make network calls inside. On PostgreSQL, other transactions run concurrently
 * (read committed): lock the rows whose values decide what is written, for example with `forUpdate()`.
 */
export async function transaction<Result>(db: Db, work: (tx: DbTransaction) => Promise<Result>): Promise<Result> {
  if (db instanceof Transaction) return work(db);
  return withTransactionGuard(databaseOf(db), (runInside) =>
    db.transaction().execute((tx) => runInside(() => work(tx))),
  );
}

/** Returns an object that identifies the database: a pool and everything derived from it share one adapter. */
export function databaseOf(db: Db): object {
  return db.getExecutor().adapter;
}
