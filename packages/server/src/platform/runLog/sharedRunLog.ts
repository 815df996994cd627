import type { ProcessBus } from "../processes/processBus.ts";
import { everyProcess } from "../processes/processBus.ts";
import { createRemoteReadings } from "./remoteReadings.ts";
import type { RunInfo, RunKey, RunLog } from "./runLog.ts";
import type { FailureCodec, RunMessage } from "./runMessages.ts";
import { createRunPublisher } from "./runPublisher.ts";

/** Which process writes what, as the database knows it. */
export interface RunDirectory {
  /** The process that writes the run or wrote it in the last minutes; null: none. */
  ownerOf(key: RunKey): Promise<string | null>;
  /** The runs of a person that are being written in processes other than this one. */
  liveElsewhere(userId: string, conversationId?: string): Promise<RunInfo[]>;
}

export interface SharedRunLogOptions {
  bus: ProcessBus;
  /** The log of this process's own runs. */
  local: RunLog;
  directory: RunDirectory;
  failures: FailureCodec;
  /** Called when a process that was being read from turns out to be dead. */
  onDeath: (processId: string) => void;
}

const longestDrainMs = 2_000;
/** As long as a stop is remembered where it is heard. */
const stopCountsMs = 60_000;
const rememberedStops = 1_000;

/**
 * The run log of several processes: each keeps its own runs in memory, and the others read and stop them over the bus. What is read and
 * written where the run is costs what it costs with one process.
 */
export function createSharedRunLog({ bus, local, directory, failures, onDeath }: SharedRunLogOptions): RunLog {
  const remote = createRemoteReadings(bus, failures, onDeath);
  const publisher = createRunPublisher(bus, local, failures);
  /** The stops that were sent from here lately, in that order: who could not hear them then is told again. */
  const stops = new Map<string, { message: RunMessage; atMs: number }>();
  const keepStop = (message: Extract<RunMessage, { t: "stop" }>) => {
    const name = JSON.stringify([message.userId, message.requestId]);
    stops.delete(name);
    stops.set(name, { message, atMs: performance.now() });
    for (const [oldest, { atMs }] of stops) {
      if (performance.now() - atMs < stopCountsMs && stops.size <= rememberedStops) break;
      stops.delete(oldest);
    }
  };
  const post = (to: string, head: RunMessage) => {
    void bus.post(to, { head }).catch(() => undefined); // without a connection: at the next one
  };
  const tellStops = (to: string) => {
    for (const { message, atMs } of stops.values()) if (performance.now() - atMs < stopCountsMs) post(to, message);
  };
  bus.onReconnect = () => {
    remote.askAgain();
    tellStops(everyProcess);
    post(everyProcess, { t: "missed" });
  };
  bus.onMessage = (from, { head, body }) => {
    const message = head as RunMessage; // processes of this version or a neighbour's send nothing else
    if (message.t === "stop") void local.stop({ userId: message.userId, requestId: message.requestId });
    else if (message.t === "missed") tellStops(from);
    else {
      publisher.receive(from, message);
      remote.receive(from, message, body ?? new Uint8Array());
    }
  };

  return {
    ...local,
    async read(key, afterSequence) {
      const here = local.readHere(key, afterSequence);
      if (here) return here;
      const owner = await directory.ownerOf(key);
      return owner === null || owner === bus.id ? null : remote.open(owner, key, afterSequence);
    },
    readFrom: (processId, key, afterSequence) => remote.open(processId, key, afterSequence),
    async live(userId, conversationId) {
      const [here, elsewhere] = await Promise.all([
        local.live(userId, conversationId),
        directory.liveElsewhere(userId, conversationId),
      ]);
      return [...here, ...elsewhere].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    },
    async stop({ userId, requestId }) {
      const isHere = local.liveHere(userId).some((run) => run.requestId === requestId);
      await local.stop({ userId, requestId });
      if (isHere) return;
      const head = { t: "stop", userId, requestId } satisfies RunMessage;
      keepStop(head);
      await bus.post(everyProcess, { head });
    },
    stopAll() {
      local.stopAll();
      remote.cutAll();
    },
    async idle() {
      await Promise.all([local.idle(), remote.idle()]);
    },
    async close() {
      await publisher.drained(longestDrainMs);
      publisher.close();
      remote.close();
    },
  };
}
