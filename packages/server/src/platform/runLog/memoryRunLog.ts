import type { ChatEvent } from "@lectern/contract";
import type { Clock } from "../clock.ts";
import { createFrameStore, type FrameStore } from "./frameStore.ts";
import { ServerEnding } from "./interruptedEnd.ts";
import { relayInto } from "./relayInto.ts";
import type { RunInfo, RunKey, RunLog, RunReading, RunWriter } from "./runLog.ts";

export interface MemoryRunLogOptions {
  keepAfterEndMs?: number;
  rememberStopMs?: number;
  /** Ended runs that together hold more than this are forgotten before their time, the oldest first. UTF-16 code units. */
  endedLength?: number;
}

const takeLength = 65_536;
const rememberedStops = 10_000;

/**
 * The run log of one process. How much a live run holds is bounded by its writer, which ends an answer that grows without end;
 * ended runs are bounded here. Old ones are swept when something is asked, so that no timer is needed.
 */
export function createMemoryRunLog(clock: Clock, options: MemoryRunLogOptions = {}): RunLog {
  const { keepAfterEndMs = 5 * 60_000, rememberStopMs = 60_000, endedLength = 64 * 1024 * 1024 } = options;
  const runs = new Map<string, Run>();
  const liveRuns = new Set<Run>();
  /** In the order in which they ended. */
  const ended = new Map<string, { run: Run; atMs: number }>();
  /** When each early stop came, in that order. */
  const earlyStops = new Map<string, number>();
  const work = new Set<Promise<unknown>>();
  let heldByEnded = 0;
  let isLeaving = false;
  let isEnding = false;
  let isClosing = false;

  const sweep = () => {
    const nowMs = clock.now().getTime();
    for (const [name, { run, atMs }] of ended) {
      if (nowMs - atMs < keepAfterEndMs && heldByEnded <= endedLength) break;
      ended.delete(name);
      runs.delete(name);
      heldByEnded -= run.frames.length;
    }
    for (const [name, atMs] of earlyStops) {
      if (nowMs - atMs < rememberStopMs && earlyStops.size <= rememberedStops) break;
      earlyStops.delete(name);
    }
  };

  const close = (name: string, run: Run, failure: unknown) => {
    if (run.hasEnded) return;
    run.hasEnded = true;
    run.failure = failure;
    liveRuns.delete(run);
    if (run.wasCut) {
      // Not the whole run: whoever asks next finds it where it is whole.
      runs.delete(name);
      notify(run);
      return;
    }
    ended.set(name, { run, atMs: clock.now().getTime() });
    heldByEnded += run.frames.length;
    notify(run);
    sweep();
  };

  const readHere = (key: RunKey, afterSequence: number) => {
    sweep();
    const run = runs.get(nameOf(key));
    return run ? openReading(run, afterSequence) : null;
  };
  const liveHere = (userId: string) =>
    [...liveRuns].filter(({ info }) => info.userId === userId).map(({ info }) => info);

  return {
    start(info) {
      sweep();
      const name = nameOf(info);
      if (runs.has(name)) return null;
      const run: Run = {
        info,
        frames: createFrameStore(),
        readers: new Set(),
        stop: new AbortController(),
        hasEnded: false,
        wasCut: false,
      };
      runs.set(name, run);
      liveRuns.add(run);
      if (earlyStops.delete(name)) run.stop.abort();
      if (isClosing) run.stop.abort(new ServerEnding());
      return {
        stopSignal: run.stop.signal,
        append: (event) => append(run, event),
        close: (failure) => close(name, run, failure),
        async relay(source) {
          // It is written elsewhere, and listed there.
          liveRuns.delete(run);
          await relayInto((frame) => {
            run.failure = source.failure();
            addFrame(run, frame);
          }, source);
          run.wasCut = source.wasCut();
          close(name, run, source.failure());
          source.close();
        },
      } satisfies RunWriter;
    },
    readHere,
    read: async (key, afterSequence) => readHere(key, afterSequence),
    readFrom: async () => null,
    liveHere,
    live: async (userId, conversationId) =>
      liveHere(userId).filter((info) => conversationId === undefined || info.conversationId === conversationId),
    async stop(key) {
      sweep();
      const name = nameOf(key);
      const run = runs.get(name);
      if (run) run.stop.abort();
      else earlyStops.set(name, clock.now().getTime());
    },
    beginLeaving() {
      isLeaving = true;
    },
    isLeaving: () => isLeaving,
    beginEnding() {
      isLeaving = true;
      isEnding = true;
    },
    isEnding: () => isEnding,
    stopAll() {
      isClosing = true;
      for (const run of liveRuns) run.stop.abort(new ServerEnding());
    },
    liveCount: () => liveRuns.size,
    track(promise) {
      const tracked: Promise<unknown> = promise.finally(() => work.delete(tracked)).catch(() => undefined); // its owner handles it
      work.add(tracked);
    },
    async idle() {
      while (work.size > 0) await Promise.all(work);
    },
    close: async () => undefined,
  };
}

interface Run {
  info: RunInfo;
  frames: FrameStore;
  readers: Set<RunReading>;
  stop: AbortController;
  hasEnded: boolean;
  /** A relay whose source was lost before its end. */
  wasCut: boolean;
  failure?: unknown;
}

function append(run: Run, event: ChatEvent): void {
  if (!run.hasEnded) addFrame(run, `id: ${run.frames.count + 1}\ndata: ${JSON.stringify(event)}\n\n`);
}

function addFrame(run: Run, frame: string): void {
  run.frames.add(frame);
  notify(run);
}

function notify(run: Run): void {
  for (const reader of run.readers) reader.onChange();
}

function openReading(run: Run, afterSequence: number): RunReading {
  const { frames } = run;
  // A place beyond the end is a reader of another run, or junk: it waits for what comes next.
  let place = Math.max(0, Math.min(afterSequence, frames.count));
  const reading: RunReading = {
    onChange: () => undefined,
    take() {
      let text = "";
      while (place < frames.count && text.length < takeLength) {
        const next = frames.after(place);
        text += next.text;
        place = next.place;
      }
      return text;
    },
    hasMore: () => place < frames.count,
    hasEnded: () => run.hasEnded,
    wasCut: () => run.wasCut,
    failure: () => run.failure,
    close: () => run.readers.delete(reading),
  };
  run.readers.add(reading);
  return reading;
}

/** A request id has no line break, so two keys never share a name. */
function nameOf({ userId, requestId }: RunKey): string {
  return `${requestId}\n${userId}`;
}
