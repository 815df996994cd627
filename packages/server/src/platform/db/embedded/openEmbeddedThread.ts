import { Worker } from "node:worker_threads";
import type { Log } from "../../log.ts";
import { QueryError } from "../queryError.ts";
import type { EmbeddedClient, EmbeddedResult } from "./embeddedClient.ts";
import type { EmbeddedRequest, EmbeddedResponse, SerializedError } from "./embeddedProtocol.ts";

type Outcome = { value: unknown } | { error: Error };
type RequestBody<Request = EmbeddedRequest> = Request extends EmbeddedRequest ? Omit<Request, "id"> : never;

/**
 * Opens the embedded database of a folder in a worker thread, so that a long query does not stall requests. Rejects
 * with PGlite's error if the database cannot be opened. After the thread has ended, all requests reject.
 */
export async function openEmbeddedThread(folder: string, log: Log): Promise<EmbeddedClient> {
  const worker = new Worker(new URL("./embeddedThread.ts", import.meta.url), { workerData: folder });
  const pendingRequests = new Map<number, (outcome: Outcome) => void>();
  const listeners = new Map<number, (payload: string) => void>();
  const opened = Promise.withResolvers<void>();
  let nextId = 1;
  let endReason: Error | null = null;
  let closePromise: Promise<void> | null = null;

  worker.on("message", (message: EmbeddedResponse) => {
    switch (message.type) {
      case "opened":
        return opened.resolve();
      case "value":
        return settleRequest(message.id, { value: message.value });
      case "error":
        if (message.id === null) return opened.reject(deserializeError(message.error));
        return settleRequest(message.id, { error: deserializeError(message.error) });
      case "notification":
        return listeners.get(message.listener)?.(message.payload);
      default:
        return message satisfies never;
    }
  });
  worker.on("error", (error) =>
    handleThreadEnd(new Error(`the thread of the embedded database failed: ${error.message}`)),
  );
  worker.on("exit", () => handleThreadEnd(new Error("the thread of the embedded database has ended")));

  function settleRequest(id: number, outcome: Outcome): void {
    pendingRequests.get(id)?.(outcome);
    pendingRequests.delete(id);
  }

  function handleThreadEnd(reason: Error): void {
    if (endReason) return;
    endReason = reason;
    if (!closePromise)
      log.fatal({ reason: reason.message }, "the embedded database has ended unexpectedly; restart the server");
    opened.reject(reason);
    for (const id of [...pendingRequests.keys()]) settleRequest(id, { error: reason });
  }

  /**
   * Sends a request and returns its value. An error is thrown here instead of in the message handler, so that the stack
   * contains the caller.
   */
  async function send(request: RequestBody, id = nextId++): Promise<unknown> {
    if (endReason) throw endReason;
    const outcome = await new Promise<Outcome>((resolve) => {
      worker.postMessage({ ...request, id });
      pendingRequests.set(id, resolve);
    });
    if ("value" in outcome) return outcome.value;
    Error.captureStackTrace(outcome.error, send);
    throw outcome.error;
  }

  async function query<Row>(transaction: number | null, sql: string, parameters: readonly unknown[]) {
    // The thread returns the result of EmbeddedClient.query; as in every driver, the caller asserts Row.
    return (await send({ type: "query", transaction, sql, parameters })) as EmbeddedResult<Row>;
  }

  async function close(): Promise<void> {
    if (!endReason) await send({ type: "close" });
    await worker.terminate();
  }

  try {
    await opened.promise;
  } catch (error) {
    closePromise = Promise.resolve();
    await worker.terminate();
    throw error;
  }
  return {
    query: (sql, parameters) => query(null, sql, parameters),
    async exec(sql) {
      const rows = await send({ type: "exec", sql });
      return Array.isArray(rows) ? rows : [];
    },
    async begin() {
      if (endReason) throw endReason;
      const transaction = nextId++;
      // Not awaited, because a round trip to the thread takes longer than a statement. The first statement reports a
      // failure.
      send({ type: "begin" }, transaction).catch(() => undefined);
      return {
        query: (sql, parameters) => query(transaction, sql, parameters),
        async commit() {
          await send({ type: "commit", transaction });
        },
        async rollback() {
          await send({ type: "rollback", transaction });
        },
      };
    },
    async listen(channel, onNotification) {
      const listener = Number(await send({ type: "listen", channel }));
      listeners.set(listener, onNotification);
      return async () => {
        listeners.delete(listener);
        await send({ type: "unlisten", listener });
      };
    },
    close() {
      closePromise ??= close();
      return closePromise;
    },
  };
}

function deserializeError({ message, code, detail, constraint, table, column }: SerializedError): Error {
  if (code === null) return new Error(message);
  return new QueryError(message, { code, detail, constraint, table, column });
}
