import { AsyncLocalStorage } from "node:async_hooks";
import { Transaction } from "kysely";
import type { Db, DbTransaction } from "./database.ts";

/** A transaction that the running code is inside of. `database` is what tells two databases of one process apart. */
interface OpenTransaction {
  database: object;
  isOpen: boolean;
  outer: OpenTransaction | undefined;
}

const current = new AsyncLocalStorage<OpenTransaction>();

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Joins the transaction when `db` is
 * one already. Inside, query `tx` only: a query on the pool throws, because the embedded database, with its single
 * connection, would wait for ever. No network call belongs inside.
 */
export async function transaction<Result>(db: Db, work: (tx: DbTransaction) => Promise<Result>): Promise<Result> {
  if (db instanceof Transaction) return work(db);
  return db.transaction().execute(async (tx) => {
    const opened: OpenTransaction = { database: identityOf(db), isOpen: true, outer: current.getStore() };
    try {
      return await current.run(opened, () => work(tx));
    } finally {
      opened.isOpen = false;
    }
  });
}

/** Throws when the running code is inside an open transaction of this database, where it may not take a connection. */
export function assertNoOpenTransaction(database: object): void {
  for (let open = current.getStore(); open; open = open.outer) {
    if (open.isOpen && open.database === database) {
      throw new Error("a query on the pool inside an open transaction: pass the transaction (tx) instead of db");
    }
  }
}

/** The adapter is made once a database, and shared by everything that is derived from it. */
function identityOf(db: Db): object {
  return db.getExecutor().adapter;
}
