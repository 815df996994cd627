import { AsyncLocalStorage } from "node:async_hooks";

/** A transaction that the running code opens or runs in. The code may outlive it. */
interface Frame {
  /** Distinguishes several databases in one process. */
  database: object;
  state: "opening" | "open" | "ended";
  outer: Frame | undefined;
}

const frames = new AsyncLocalStorage<Frame>();

/**
 * Runs `open`, which may open a transaction of this database and must run the transaction's work through `runInside`.
 */
export function withTransactionGuard<Result>(
  database: object,
  open: (runInside: <Inner>(work: () => Promise<Inner>) => Promise<Inner>) => Promise<Result>,
): Promise<Result> {
  const frame: Frame = { database, state: "opening", outer: frames.getStore() };
  return frames.run(frame, () =>
    open(async (work) => {
      frame.state = "open";
      try {
        return await work();
      } finally {
        frame.state = "ended";
      }
    }),
  );
}

/**
 * Throws inside an open transaction of this database: the embedded database has no second connection and would
 * deadlock.
 */
export function assertNoOpenTransaction(database: object): void {
  for (let frame = frames.getStore(); frame; frame = frame.outer) {
    if (frame.state === "open" && frame.database === database) {
      throw new Error("a query on the pool inside an open transaction: use the transaction (tx) instead of db");
    }
  }
}

/** Throws for a transaction that was not opened through `withTransactionGuard`. */
export function assertGuardedTransaction(database: object): void {
  const frame = frames.getStore();
  if (frame?.state !== "opening" || frame.database !== database) {
    throw new Error("db.transaction() bypasses the guard of open transactions: use transaction(db, …)");
  }
}
