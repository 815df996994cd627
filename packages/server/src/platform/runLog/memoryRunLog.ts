import type { ChatEvent } from "@lectern/contract";
import type { Clock } from "../clock.ts";
import { createFrameStore, type FrameStore } from "./frameStore.ts";
import { ServerShutdownError } from "./interruptedEnd.ts";
import { relayInto } from "./relayInto.ts";
import type { RunInfo, RunKey, RunLog, RunReader, RunWriter } from "./runLog.ts";

export interface MemoryRunLogOptions {
  endedRetentionMs?: number;
  earlyStopRetentionMs?: number;
  /** Maximum total size of ended runs, in UTF-16 code units. Beyond it, runs are evicted early, the oldest first. */
  maxEndedLength?: number;
}

const maxReadLength = 65_536;
const maxEarlyStops = 10_000;

/**
 * The run log of one process. The writer of a live run limits its size; ended runs are limited here. Expired entries
 * are evicted on access, so no timer is needed.
 */
export function createMemoryRunLog(clock: Clock, options: MemoryRunLogOptions = {}): RunLog {
  const { endedRetentionMs = 5 * 60_000, earlyStopRetentionMs = 60_000, maxEndedLength = 64 * 1024 * 1024 } = options;
  const runs = new Map<string, Run>();
  const liveRuns = new Set<Run>();
  /** Ended runs by name, in the order in which they ended. */
  const endedRuns = new Map<string, { run: Run; atMs: number }>();
  /** Arrival times of stops for runs that have not started yet, in order. */
  const earlyStops = new Map<string, number>();
  const trackedWork = new Set<Promise<unknown>>();
  let endedLength = 0;
  let isDraining = false;
  let isShuttingDown = false;
  let isStoppingAll = false;

  const removeEnded = (name: string) => {
    endedLength -= endedRuns.get(name)?.run.frames.length ?? 0;
    if (endedRuns.delete(name)) runs.delete(name);
  };

  const evictExpired = () => {
    const nowMs = clock.now().getTime();
    for (const [name, { atMs }] of endedRuns) {
      if (nowMs - atMs < endedRetentionMs && endedLength <= maxEndedLength) break;
      removeEnded(name);
    }
    for (const [name, atMs] of earlyStops) {
      if (nowMs - atMs < earlyStopRetentionMs && earlyStops.size <= maxEarlyStops) break;
      earlyStops.delete(name);
    }
  };

  const closeRun = (name: string, run: Run, failure: unknown) => {
    if (run.hasEnded) return;
    run.hasEnded = true;
    run.failure = failure;
    liveRuns.delete(run);
    if (run.wasDetached) {
      // This log is incomplete; later readers must find the complete one in another process.
      runs.delete(name);
      notifyReaders(run);
      return;
    }
    endedRuns.set(name, { run, atMs: clock.now().getTime() });
    endedLength += run.frames.length;
    notifyReaders(run);
    evictExpired();
  };

  const readLocal = (key: RunKey, afterSequence: number) => {
    evictExpired();
    const run = runs.get(toRunName(key));
    return run ? openReader(run, afterSequence) : null;
  };
  const canStart = (key: RunKey) => {
    evictExpired();
    const run = runs.get(toRunName(key));
    return !run || (run.hasEnded && run.failure !== undefined);
  };
  const listLocalRuns = (userId: string) =>
    [...liveRuns].filter(({ info }) => info.userId === userId).map(({ info }) => info);

  return {
    start(info) {
      if (!canStart(info)) return null;
      const name = toRunName(info);
      removeEnded(name);
      const run: Run = {
        info,
        frames: createFrameStore(),
        readers: new Set(),
        stopController: new AbortController(),
        isAccepted: false,
        hasEnded: false,
        wasDetached: false,
      };
      runs.set(name, run);
      liveRuns.add(run);
      if (earlyStops.delete(name)) run.stopController.abort();
      if (isStoppingAll) run.stopController.abort(new ServerShutdownError());
      return {
        stopSignal: run.stopController.signal,
        append: (event) => appendEvent(run, event),
        accept() {
          run.isAccepted = true;
          notifyReaders(run);
        },
        fail(cause) {
          run.cause = cause;
        },
        close: (failure) => closeRun(name, run, failure),
        async relay(source) {
          // The process that writes the run lists it as live.
          liveRuns.delete(run);
          await relayInto((frame) => {
            run.failure = source.failure();
            addFrame(run, frame);
          }, source);
          run.wasDetached = source.wasDetached();
          closeRun(name, run, source.failure());
          source.close();
        },
      } satisfies RunWriter;
    },
    readLocal,
    canStart,
    read: async (key, afterSequence) => readLocal(key, afterSequence),
    readFromProcess: async () => null,
    listLocalRuns,
    listLiveRuns: async (userId, conversationId) =>
      listLocalRuns(userId).filter((info) => conversationId === undefined || info.conversationId === conversationId),
    async stop(key) {
      evictExpired();
      const name = toRunName(key);
      const run = runs.get(name);
      if (run) run.stopController.abort();
      else earlyStops.set(name, clock.now().getTime());
    },
    beginDraining() {
      isDraining = true;
    },
    isDraining: () => isDraining,
    beginShutdown() {
      isDraining = true;
      isShuttingDown = true;
    },
    isShuttingDown: () => isShuttingDown,
    stopAll() {
      isStoppingAll = true;
      for (const run of liveRuns) run.stopController.abort(new ServerShutdownError());
    },
    countLiveRuns: () => liveRuns.size,
    track(promise) {
      const trackedPromise: Promise<unknown> = promise
        .finally(() => trackedWork.delete(trackedPromise))
        .catch(() => undefined); // the promise's owner handles the rejection
      trackedWork.add(trackedPromise);
    },
    async whenIdle() {
      while (trackedWork.size > 0) await Promise.all(trackedWork);
    },
    close: async () => undefined,
  };
}

interface Run {
  info: RunInfo;
  frames: FrameStore;
  readers: Set<RunReader>;
  stopController: AbortController;
  isAccepted: boolean;
  hasEnded: boolean;
  /** True for a relay that lost its source before the run ended. */
  wasDetached: boolean;
  failure?: unknown;
  cause?: unknown;
}

function appendEvent(run: Run, event: ChatEvent): void {
  if (!run.hasEnded) addFrame(run, `id: ${run.frames.count + 1}\ndata: ${JSON.stringify(event)}\n\n`);
}

function addFrame(run: Run, frame: string): void {
  run.frames.add(frame);
  notifyReaders(run);
}

function notifyReaders(run: Run): void {
  for (const reader of run.readers) reader.onChange();
}

function openReader(run: Run, afterSequence: number): RunReader {
  const { frames } = run;
  // The log may have fewer events than the client: a relay may not have received them yet. They are not sent again.
  let position = Math.max(0, afterSequence);
  const reader: RunReader = {
    onChange: () => undefined,
    read() {
      let text = "";
      while (position < frames.count && text.length < maxReadLength) {
        const next = frames.getAfter(position);
        text += next.text;
        position = next.position;
      }
      return text;
    },
    hasMore: () => position < frames.count,
    hasEnded: () => run.hasEnded,
    isAccepted: () => run.isAccepted,
    wasDetached: () => run.wasDetached,
    failure: () => run.failure,
    cause: () => run.cause,
    close: () => run.readers.delete(reader),
  };
  run.readers.add(reader);
  return reader;
}

/** Request ids contain no line break, so the names of two keys never collide. */
function toRunName({ userId, requestId }: RunKey): string {
  return `${requestId}\n${userId}`;
}
