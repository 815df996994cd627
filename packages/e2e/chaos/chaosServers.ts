import { setTimeout as delay } from "node:timers/promises";
import { startModelServer } from "../../server/src/testing/modelServer/startModelServer.ts";
import { type RunningLectern, startLectern } from "../support/servers/startLectern.ts";
import type { Chance } from "./chance.ts";

/** The servers under test: one or several processes on one database, with a scripted model server. */
export interface ChaosServers {
  /** Returns the origin of a running process. Waits until there is one. */
  anyUrl(): Promise<string>;
  /** Kills one process without warning, and restarts it on the same data after a moment. */
  killOne(): Promise<void>;
  /** Suspends one process for 0.2 to 12 s with SIGSTOP. Its connections stay open. */
  pauseOne(): Promise<void>;
  /** Number of calls that the model server received for the turn with this mark, not counting those beside the answer. */
  countCalls(turnMark: string): number;
  /** Stops all processes gracefully. The data remains until `close`. */
  stop(): Promise<void>;
  dataDir: string;
  close(): Promise<void>;
}

interface Process {
  lectern: RunningLectern;
  isUp: boolean;
}

/**
 * `sharedEnvironment` is the environment with which processes share a PostgreSQL database; null: the processes run on
 * PGlite, on a copy of the data folder `template` if given.
 */
export async function startChaosServers(
  chance: Chance,
  sharedEnvironment: Record<string, string> | null,
  count: number,
  template?: string,
): Promise<ChaosServers> {
  const models = await startModelServer();
  const environment = { LOG_LEVEL: "error", OPENAI_COMPATIBLE_URL: models.url, ...sharedEnvironment };
  const processes: Process[] = [];
  for (let index = 0; index < count; index++) {
    processes.push({
      lectern: await startLectern(environment, template === undefined ? {} : { template }),
      isUp: true,
    });
  }
  const [first] = processes;
  if (!first) throw new Error("at least one process is required");

  return {
    dataDir: first.lectern.dataDir,
    async anyUrl() {
      for (;;) {
        const [up, ...others] = processes.filter(({ isUp }) => isUp);
        if (up) return chance.pick([up, ...others]).lectern.url;
        await delay(20);
      }
    },
    async killOne() {
      const [up, ...others] = processes.filter(({ isUp }) => isUp);
      if (!up) return;
      const victim = chance.pick([up, ...others]);
      victim.isUp = false;
      await victim.lectern.stop("SIGKILL");
      await delay(chance.between(0, 300));
      await restartWithRetries(victim.lectern);
      victim.isUp = true;
    },
    async pauseOne() {
      const [up, ...others] = processes.filter(({ isUp }) => isUp);
      if (!up) return;
      const { lectern } = chance.pick([up, ...others]);
      const pausedProcess = lectern.process();
      pausedProcess.signal("SIGSTOP");
      await delay(chance.between(200, 12_000));
      if (!pausedProcess.hasEnded()) pausedProcess.signal("SIGCONT");
    },
    countCalls: (turnMark) =>
      models.chats().filter(({ prompt, body }) => prompt.includes(turnMark) && !isSideCall(body)).length,
    async stop() {
      await Promise.all(processes.map(({ lectern }) => lectern.stop()));
    },
    async close() {
      for (const { lectern } of processes) await lectern.close();
      await models.close();
    },
  };
}

/** Retries like a process supervisor, ten times, because a server does not start while its database is down. */
async function restartWithRetries(lectern: RunningLectern): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      return await lectern.restart();
    } catch (error) {
      if (failures === 10) throw error;
      await delay(300);
    }
  }
}

/** The cheapest model generates titles and rewrites questions. */
function isSideCall(body: { model?: string } | null): boolean {
  return /small/.test(body?.model ?? "");
}
