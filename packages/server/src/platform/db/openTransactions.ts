import { AsyncLocalStorage } from "node:async_hooks";

/** A transaction that the current asynchronous code opens or runs in. The transaction may end before the code does. */
interface TransactionScope {
  /** Distinguishes several databases in one process. */
  database: object;
  state: "opening" | "open" | "ended";
  outer: TransactionScope | undefined;
}

const scopes = new AsyncLocalStorage<TransactionScope>();

/**
 * Runs `open`, which may open one transaction of this database. Only work that it runs through `runInside` counts as
 * inside the transaction.
 */
export function withTransactionGuard<Result>(
  database: object,
  open: (runInside: <Inner>(work: () => Promise<Inner>) => Promise<Inner>) => Promise<Result>,
): Promise<Result> {
  const scope: TransactionScope = { database, state: "opening", outer: scopes.getStore() };
  return scopes.run(scope, () =>
    open(async (work) => {
      scope.state = "open";
      try {
        return await work();
      } finally {
        scope.state = "ended";
      }
    }),
  );
}

/**
 * Throws inside an open transaction of this database: the embedded database has no second connection and would
 * deadlock.
 */
export function assertNoOpenTransaction(database: object): void {
  for (let scope = scopes.getStore(); scope; scope = scope.outer) {
    if (scope.state === "open" && scope.database === database) {
      throw new Error("a query on the pool inside an open transaction: use the transaction (tx) instead of db");
    }
  }
}

/** Throws for a transaction that was not opened through `withTransactionGuard`. */
export function assertGuardedTransaction(database: object): void {
  const scope = scopes.getStore();
  if (scope?.state !== "opening" || scope.database !== database) {
    throw new Error("db.transaction() bypasses the guard of open transactions: use transaction(db, …)");
  }
}
