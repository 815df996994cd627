import { Transaction } from "kysely";
import type { Db, DbTransaction } from "./database.ts";
import { openingTransaction } from "./openTransactions.ts";

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Joins the transaction when `db` is
 * one already. Inside, query `tx` only: a query on the pool throws, because the embedded database, with its single
 * connection, would wait for ever. No network call belongs inside. On PostgreSQL others run beside it (read committed):
 * lock the rows whose values decide what is written, as with `forUpdate()`.
 */
export async function transaction<Result>(db: Db, work: (tx: DbTransaction) => Promise<Result>): Promise<Result> {
  if (db instanceof Transaction) return work(db);
  return openingTransaction(databaseOf(db), (inside) => db.transaction().execute((tx) => inside(() => work(tx))));
}

/** What is one for a pool and all that is derived from it: its adapter. */
export function databaseOf(db: Db): object {
  return db.getExecutor().adapter;
}
