import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { startSandboxedProcess } from "../sandboxedProcess/startSandboxedProcess.ts";
import { readerProgram } from "./readerProgram.ts";
import { createReadingFolder } from "./readingFolder.ts";

/** A process that has loaded its libraries and waits for its task. It can read and write its folder only. */
export interface WarmProcess {
  child: ChildProcess;
  folder: string;
  /** False until it has reported that it is ready. */
  isReady: boolean;
}

export interface WarmReader {
  /** Starts a process unless one is waiting. It ends if nobody takes it for `idleMs`. */
  prepare(): void;
  /** Returns the waiting process, which the caller ends; null if there is none. */
  take(): WarmProcess | null;
  /** Ends the waiting process. */
  close(): void;
}

/** People upload several files in a row. */
const idleMs = 10 * 60_000;

/**
 * Starts processes before their files have arrived, because starting one and loading its libraries takes most of the
 * time of a small file. One process waits at most, and each reads one document.
 */
export function createWarmReader(root: string, memoryBytes: number): WarmReader {
  let waiting: WarmProcess | null = null;
  let isStarting = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const discard = (warm: WarmProcess) => {
    if (waiting === warm) waiting = null;
    warm.child.kill("SIGKILL");
    void rm(warm.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  };

  const start = async () => {
    const folder = await createReadingFolder(root);
    const child = startSandboxedProcess(readerProgram, { folder, readablePaths: [], memoryBytes, isWarm: true });
    // A waiting process does not keep the server alive, and ends with it.
    child.unref();
    child.channel?.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
    const warm: WarmProcess = { child, folder, isReady: false };
    child.once("message", () => {
      warm.isReady = true;
    });
    child.once("exit", () => waiting === warm && discard(warm));
    child.once("error", () => waiting === warm && discard(warm));
    if (isClosed) return discard(warm);
    waiting = warm;
    clearTimeout(timer);
    timer = setTimeout(() => waiting === warm && discard(warm), idleMs);
    timer.unref();
  };

  return {
    prepare() {
      if (waiting || isStarting || isClosed) return;
      isStarting = true;
      // Without one, the next read starts its own.
      void start()
        .catch(() => undefined)
        .finally(() => {
          isStarting = false;
        });
    },
    close() {
      isClosed = true;
      if (waiting) discard(waiting);
    },
    take() {
      const warm = waiting;
      waiting = null;
      if (warm) {
        warm.child.ref();
        warm.child.channel?.ref();
      }
      return warm;
    },
  };
}
