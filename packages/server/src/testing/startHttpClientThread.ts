import { Worker } from "node:worker_threads";

interface ClientRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends requests from another thread, so that the test's own thread does the work of the server only. */
export interface HttpClientThread {
  /** Returns the status of the response, or 0 if the server closed the connection. */
  send(request: ClientRequest): Promise<number>;
  close(): Promise<void>;
}

const threadSource = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", async ({ url, ...init }) => {
    const status = await fetch(url, init).then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    }, () => 0);
    parentPort.postMessage(status);
  });
`;

export function startHttpClientThread(): HttpClientThread {
  const worker = new Worker(threadSource, { eval: true });
  return {
    send: (request) =>
      new Promise((resolve) => {
        worker.once("message", resolve);
        worker.postMessage(request);
      }),
    async close() {
      await worker.terminate();
    },
  };
}
