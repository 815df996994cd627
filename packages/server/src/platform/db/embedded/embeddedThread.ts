import { parentPort, workerData } from "node:worker_threads";
import { QueryError, toQueryError } from "../queryError.ts";
import { type EmbeddedClient, type EmbeddedTransaction, openEmbeddedClient } from "./embeddedClient.ts";
import type { EmbeddedRequest, EmbeddedResponse, SerializedError } from "./embeddedProtocol.ts";

// The worker thread of the embedded database. `openEmbeddedThread` starts it.
if (!parentPort) throw new Error("embeddedThread.ts must run as a worker thread");
const port = parentPort;
const postResponse = (response: EmbeddedResponse) => port.postMessage(response);

try {
  serveRequests(await openEmbeddedClient({ dataDir: String(workerData) }));
  postResponse({ type: "opened" });
} catch (error) {
  postResponse({ type: "error", id: null, error: serializeError(error) });
}

function serveRequests(client: EmbeddedClient): void {
  const transactions = new Map<number, Promise<EmbeddedTransaction>>();
  const unlistenFunctions = new Map<number, () => Promise<void>>();

  port.on("message", (request: EmbeddedRequest) => {
    handleRequest(request).then(
      (value) => postResponse({ type: "value", id: request.id, value }),
      (error: unknown) => postResponse({ type: "error", id: request.id, error: serializeError(error) }),
    );
  });

  /** The id of a transaction or listener is the id of the request that created it. */
  async function handleRequest(request: EmbeddedRequest): Promise<unknown> {
    switch (request.type) {
      case "query":
        return (request.transaction === null ? client : await getTransaction(request.transaction)).query(
          request.sql,
          request.parameters,
        );
      case "exec":
        return client.exec(request.sql);
      case "begin":
        // Register the transaction immediately, because the client sends the first statement without waiting for this
        // response.
        transactions.set(request.id, client.begin());
        await getTransaction(request.id);
        return request.id;
      case "commit":
      case "rollback": {
        const transaction = getTransaction(request.transaction);
        transactions.delete(request.transaction);
        return (await transaction)[request.type]();
      }
      case "listen":
        unlistenFunctions.set(
          request.id,
          await client.listen(request.channel, (payload) =>
            postResponse({ type: "notification", listener: request.id, payload }),
          ),
        );
        return request.id;
      case "unlisten":
        await unlistenFunctions.get(request.listener)?.();
        unlistenFunctions.delete(request.listener);
        return null;
      case "close":
        return client.close();
      default:
        return request satisfies never;
    }
  }

  function getTransaction(id: number): Promise<EmbeddedTransaction> {
    return transactions.get(id) ?? Promise.reject(new Error("this transaction has ended"));
  }
}

function serializeError(thrown: unknown): SerializedError {
  const error = toQueryError(thrown);
  if (error instanceof QueryError) {
    const { message, code, detail, constraint, table, column } = error;
    return { message, code, detail, constraint, table, column };
  }
  return { message: error instanceof Error ? error.message : String(error), code: null };
}
