import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadOrder, LoadResult } from "./loadProcess.ts";

export interface Clients {
  /** Runs the streams to their end. Throws if an answer is not exactly the scripted one, unless `lossesAllowed`. */
  run(order: LoadOrder, lossesAllowed?: "lossesAllowed"): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts the process that runs the clients of the measured chats. */
export async function startClients(): Promise<Clients> {
  const child = fork(fileURLToPath(new URL("loadProcess.ts", import.meta.url)));
  await once(child, "spawn");
  return {
    async run(order, lossesAllowed) {
      child.send(order);
      const endController = new AbortController();
      const result = await Promise.race([
        once(child, "message", { signal: endController.signal }).then(([message]) => message as LoadResult), // it sends nothing else
        once(child, "exit", { signal: endController.signal }).then(() => {
          throw new Error("the clients' process ended");
        }),
      ]);
      endController.abort();
      const lostStreams = result.streams.filter(({ problem }) => problem !== null);
      if (lostStreams.length > 0 && !lossesAllowed) {
        throw new Error(
          `${lostStreams.length} of ${result.streams.length} answers were incomplete: ${lostStreams[0]?.problem}`,
        );
      }
      return result;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exitPromise = once(child, "exit");
      child.kill();
      await exitPromise;
    },
  };
}
