import { parentPort, workerData } from "node:worker_threads";
import { type EmbeddedClient, type EmbeddedTransaction, openEmbeddedClient } from "./embeddedClient.ts";
import type { CrossingError, EmbeddedAnswer, EmbeddedRequest } from "./embeddedProtocol.ts";
import { QueryError, toQueryError } from "./queryError.ts";

// The worker thread of the embedded database; `openEmbeddedThread` is the other end.
if (!parentPort) throw new Error("embeddedThread.ts runs as a worker thread only");
const port = parentPort;
const post = (answer: EmbeddedAnswer) => port.postMessage(answer);

try {
  serve(await openEmbeddedClient({ dataDir: String(workerData) }));
  post({ answer: "opened" });
} catch (error) {
  post({ answer: "error", id: null, error: toCrossing(error) });
}

function serve(client: EmbeddedClient): void {
  const transactions = new Map<number, Promise<EmbeddedTransaction>>();
  const listeners = new Map<number, () => Promise<void>>();

  port.on("message", (request: EmbeddedRequest) => {
    handle(request).then(
      (value) => post({ answer: "value", id: request.id, value }),
      (error: unknown) => post({ answer: "error", id: request.id, error: toCrossing(error) }),
    );
  });

  /** A transaction or listener is known by the id of the request that began it. */
  async function handle(request: EmbeddedRequest): Promise<unknown> {
    switch (request.ask) {
      case "query":
        return (request.transaction === null ? client : await open(request.transaction)).query(
          request.sql,
          request.parameters,
        );
      case "exec":
        return client.exec(request.sql);
      case "begin":
        // Known at once: its first statement comes without waiting for this answer.
        transactions.set(request.id, client.begin());
        await open(request.id);
        return request.id;
      case "commit":
      case "rollback": {
        const begun = open(request.transaction);
        transactions.delete(request.transaction);
        return (await begun)[request.ask]();
      }
      case "listen":
        listeners.set(
          request.id,
          await client.listen(request.channel, (payload) =>
            post({ answer: "notification", listener: request.id, payload }),
          ),
        );
        return request.id;
      case "unlisten":
        await listeners.get(request.listener)?.();
        listeners.delete(request.listener);
        return null;
      case "close":
        return client.close();
      default:
        return request satisfies never;
    }
  }

  function open(id: number): Promise<EmbeddedTransaction> {
    return transactions.get(id) ?? Promise.reject(new Error("this transaction has ended"));
  }
}

function toCrossing(thrown: unknown): CrossingError {
  const error = toQueryError(thrown);
  if (error instanceof QueryError) {
    const { message, code, detail, constraint, table, column } = error;
    return { message, code, detail, constraint, table, column };
  }
  return { message: error instanceof Error ? error.message : String(error), code: null };
}
