import { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import type { EmbeddedClient, EmbeddedResult } from "./embeddedClient.ts";
import type { CrossingError, EmbeddedAnswer, EmbeddedRequest } from "./embeddedProtocol.ts";
import { QueryError } from "./queryError.ts";

type Answered = { value: unknown } | { error: Error };
type Asked<Request = EmbeddedRequest> = Request extends EmbeddedRequest ? Omit<Request, "id"> : never;

/**
 * Opens the embedded database of a folder in a thread of its own, so that a long query stalls no request. Rejects with what
 * PGlite said when it cannot be opened. After the thread has ended, everything asked of it rejects.
 */
export async function openEmbeddedThread(folder: string, log: Log): Promise<EmbeddedClient> {
  const worker = new Worker(new URL("./embeddedThread.ts", import.meta.url), { workerData: folder });
  const waiting = new Map<number, (answered: Answered) => void>();
  const listeners = new Map<number, (payload: string) => void>();
  const opened = Promise.withResolvers<void>();
  let nextId = 1;
  let ended: Error | null = null;
  let closed: Promise<void> | null = null;

  worker.on("message", (message: EmbeddedAnswer) => {
    switch (message.answer) {
      case "opened":
        return opened.resolve();
      case "value":
        return settle(message.id, { value: message.value });
      case "error":
        if (message.id === null) return opened.reject(toError(message.error));
        return settle(message.id, { error: toError(message.error) });
      case "notification":
        return listeners.get(message.listener)?.(message.payload);
      default:
        return message satisfies never;
    }
  });
  worker.on("error", (error) => end(new Error(`the thread of the embedded database failed: ${error.message}`)));
  worker.on("exit", () => end(new Error("the thread of the embedded database has ended")));

  function settle(id: number, answered: Answered): void {
    waiting.get(id)?.(answered);
    waiting.delete(id);
  }

  function end(reason: Error): void {
    if (ended) return;
    ended = reason;
    if (!closed) log.fatal({ reason: reason.message }, "the embedded database is gone; start again");
    opened.reject(reason);
    for (const id of [...waiting.keys()]) settle(id, { error: reason });
  }

  /** Throws here, not where the message arrives, so that the stack names who asked. */
  async function ask(asked: Asked, id = nextId++): Promise<unknown> {
    if (ended) throw ended;
    const answered = await new Promise<Answered>((resolve) => {
      worker.postMessage({ ...asked, id });
      waiting.set(id, resolve);
    });
    if ("value" in answered) return answered.value;
    Error.captureStackTrace(answered.error, ask);
    throw answered.error;
  }

  async function query<Row>(transaction: number | null, sql: string, parameters: readonly unknown[]) {
    // The thread answers a query with what EmbeddedClient.query gives; Row is the caller's claim, as in every driver.
    return (await ask({ ask: "query", transaction, sql, parameters })) as EmbeddedResult<Row>;
  }

  async function close(): Promise<void> {
    if (!ended) await ask({ ask: "close" });
    await worker.terminate();
  }

  try {
    await opened.promise;
  } catch (error) {
    closed = Promise.resolve();
    await worker.terminate();
    throw error;
  }
  return {
    query: (sql, parameters) => query(null, sql, parameters),
    async exec(sql) {
      const rows = await ask({ ask: "exec", sql });
      return Array.isArray(rows) ? rows : [];
    },
    async begin() {
      if (ended) throw ended;
      const transaction = nextId++;
      // Not waited for: the way to the thread and back costs more than a statement. That it failed, the first statement says.
      ask({ ask: "begin" }, transaction).catch(() => undefined);
      return {
        query: (sql, parameters) => query(transaction, sql, parameters),
        async commit() {
          await ask({ ask: "commit", transaction });
        },
        async rollback() {
          await ask({ ask: "rollback", transaction });
        },
      };
    },
    async listen(channel, onNotification) {
      const listener = Number(await ask({ ask: "listen", channel }));
      listeners.set(listener, onNotification);
      return async () => {
        listeners.delete(listener);
        await ask({ ask: "unlisten", listener });
      };
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

function toError({ message, code, detail, constraint, table, column }: CrossingError): Error {
  if (code === null) return new Error(message);
  return new QueryError(message, { code, detail, constraint, table, column });
}
