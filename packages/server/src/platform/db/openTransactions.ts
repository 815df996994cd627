import { AsyncLocalStorage } from "node:async_hooks";

/** A transaction that the running code is opening, is inside of, or has left behind. */
interface Frame {
  /** Tells two databases of one process apart. */
  database: object;
  state: "opening" | "open" | "ended";
  outer: Frame | undefined;
}

const frames = new AsyncLocalStorage<Frame>();

/** Runs code that may open transactions of this database. `inside` wraps what runs in the opened one. */
export function openingTransaction<Result>(
  database: object,
  open: (inside: <Inner>(work: () => Promise<Inner>) => Promise<Inner>) => Promise<Result>,
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

/** Throws inside an open transaction of this database: the embedded one has no second connection to wait for. */
export function assertMayConnect(database: object): void {
  for (let frame = frames.getStore(); frame; frame = frame.outer) {
    if (frame.state === "open" && frame.database === database) {
      throw new Error("a query on the pool inside an open transaction: query the transaction (tx), not db");
    }
  }
}

/** Throws for a transaction that the guard above would not know of. */
export function assertMayBegin(database: object): void {
  const frame = frames.getStore();
  if (frame?.state !== "opening" || frame.database !== database) {
    throw new Error("db.transaction() goes past the guard of open transactions: use transaction(db, …)");
  }
}
