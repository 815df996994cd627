import type { ProcessBus } from "../processes/processBus.ts";
import { allProcesses } from "../processes/processBus.ts";
import { createRemoteReaders } from "./remoteReaders.ts";
import type { RunInfo, RunKey, RunLog } from "./runLog.ts";
import type { FailureCodec, RunMessage } from "./runMessages.ts";
import { createRunPublisher } from "./runPublisher.ts";

/** Finds the process that writes a run, according to the database. */
export interface RunDirectory {
  /** The process that writes the run, or wrote it in the last few minutes; null if there is none. */
  findOwner(key: RunKey): Promise<string | null>;
  /** A user's live runs in other processes. */
  listRemoteRuns(userId: string, conversationId?: string): Promise<RunInfo[]>;
}

export interface SharedRunLogOptions {
  bus: ProcessBus;
  /** The log of this process's own runs. */
  local: RunLog;
  directory: RunDirectory;
  failures: FailureCodec;
  /** Called when a process whose runs are being read here has died. */
  onProcessDeath: (processId: string) => void;
}

const maxDrainMs = 2_000;
/** Must equal the receiver's `earlyStopRetentionMs`. */
const stopRetentionMs = 60_000;
const maxSentStops = 1_000;

/**
 * The run log of several processes. Each has its own runs in memory; the others read and stop them over the bus.
 * Reading and writing in the run's own process is as fast as with a single process.
 */
export function createSharedRunLog({ bus, local, directory, failures, onProcessDeath }: SharedRunLogOptions): RunLog {
  const remoteReaders = createRemoteReaders(bus, failures, onProcessDeath);
  const publisher = createRunPublisher(bus, local, failures);
  /** Recently sent stops, in order, to be sent again to processes that missed them. */
  const sentStops = new Map<string, { message: RunMessage; atMs: number }>();
  const recordStop = (message: Extract<RunMessage, { t: "stop" }>) => {
    const name = JSON.stringify([message.userId, message.requestId]);
    sentStops.delete(name);
    sentStops.set(name, { message, atMs: performance.now() });
    for (const [oldest, { atMs }] of sentStops) {
      if (performance.now() - atMs < stopRetentionMs && sentStops.size <= maxSentStops) break;
      sentStops.delete(oldest);
    }
  };
  const post = (to: string, head: RunMessage) => {
    void bus.post("runs", to, { head }).catch(() => undefined); // sent again after the next reconnect
  };
  const resendStops = (to: string) => {
    for (const { message, atMs } of sentStops.values())
      if (performance.now() - atMs < stopRetentionMs) post(to, message);
  };
  const stopReconnects = bus.onReconnect(() => {
    remoteReaders.resubscribeAll();
    resendStops(allProcesses);
    post(allProcesses, { t: "missed" });
  });
  const unsubscribe = bus.subscribe("runs", (from, { head, body }) => {
    const message = head as RunMessage; // authenticated processes of this or an adjacent version send nothing else
    if (message.t === "stop") void local.stop({ userId: message.userId, requestId: message.requestId });
    else if (message.t === "missed") resendStops(from);
    else {
      publisher.receive(from, message);
      remoteReaders.receive(from, message, body ?? new Uint8Array());
    }
  });

  return {
    ...local,
    async read(key, afterSequence) {
      const localReader = local.readLocal(key, afterSequence);
      if (localReader) return localReader;
      const owner = await directory.findOwner(key);
      return owner === null || owner === bus.id ? null : remoteReaders.open(owner, key, afterSequence);
    },
    readFromProcess: (processId, key, afterSequence) => remoteReaders.open(processId, key, afterSequence),
    async listLiveRuns(userId, conversationId) {
      const [localRuns, remoteRuns] = await Promise.all([
        local.listLiveRuns(userId, conversationId),
        directory.listRemoteRuns(userId, conversationId),
      ]);
      return [...localRuns, ...remoteRuns].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    },
    async stop({ userId, requestId }) {
      const isLocal = local.listLocalRuns(userId).some((run) => run.requestId === requestId);
      await local.stop({ userId, requestId });
      if (isLocal) return;
      const head = { t: "stop", userId, requestId } satisfies RunMessage;
      recordStop(head);
      await bus.post("runs", allProcesses, { head });
    },
    stopAll() {
      local.stopAll();
      remoteReaders.detachAll();
    },
    async whenIdle() {
      await Promise.all([local.whenIdle(), remoteReaders.whenIdle()]);
    },
    async close() {
      await publisher.whenDrained(maxDrainMs);
      unsubscribe();
      stopReconnects();
      publisher.close();
      remoteReaders.close();
    },
  };
}
