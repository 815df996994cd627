import type { UploadStatus } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { areBrowserEventsLive } from "../../../lib/browserEvents/browserEvents.ts";
import { fileMessages, translateFileText } from "../fileMessages.ts";
import { watchFile } from "./watchFile.ts";

export const pollIntervalMs = 500;
export const maxSilenceMs = 30_000;

/** While events tell of each change. */
const livePollIntervalMs = 10_000;

/** When the server last made progress with any document, in ms. A queued document waits for those before it. */
export interface ServerProgress {
  atMs: number;
}

interface WaitOptions {
  key: string;
  /** Reads the processing state of the file; may reject. */
  readStatus: (signal: AbortSignal) => Promise<UploadStatus>;
  isOnline: () => boolean;
  signal: AbortSignal;
  onStatus: (status: UploadStatus) => void;
  /** Shared by all documents that wait for the same server. */
  serverProgress: ServerProgress;
  nowMs?: () => number;
}

/** The server cannot process the file, or reported no progress for too long. */
export class NotReadyError extends Error {
  /** True if the server has stopped processing the file; false if processing may still continue. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = "NotReadyError";
    this.isFinal = isFinal;
  }
}

const formatTimeout = () => t`This document is taking longer to read than usual. Try again to keep waiting.`;

/**
 * Resolves when the file is ready. Reads its status whenever an event tells of a change and, without events, every
 * 500 ms. Gives up 30 s after the last change of its status; time without a network does not count, nor, while it is
 * queued, time in which the server makes progress with others. Throws NotReadyError, or the signal's reason.
 */
export async function waitUntilReady(options: WaitOptions): Promise<void> {
  const { key, readStatus, isOnline, signal, onStatus, serverProgress, nowMs = () => performance.now() } = options;
  let previousStatus = "";
  let changedAtMs = nowMs();
  const watch = watchFile(key);
  try {
    for (;;) {
      const status = await readStatus(signal).catch(() => null);
      signal.throwIfAborted();
      if (status?.state === "ready" || status?.state === "failed") serverProgress.atMs = nowMs();
      if (status?.state === "ready") return;
      if (status?.state === "failed")
        throw new NotReadyError(
          status.reason === undefined ? fileMessages.unreadable() : translateFileText(status.reason),
          true,
        );
      const currentStatus = status ? `${status.state} ${status.progress}` : previousStatus;
      if (currentStatus !== previousStatus || !isOnline()) changedAtMs = nowMs();
      if (status && currentStatus !== previousStatus) {
        serverProgress.atMs = changedAtMs;
        onStatus(status);
      }
      previousStatus = currentStatus;
      const aliveAtMs = status?.state === "queued" ? Math.max(changedAtMs, serverProgress.atMs) : changedAtMs;
      if (nowMs() - aliveAtMs >= maxSilenceMs) throw new NotReadyError(formatTimeout(), false);
      // Until the server has the bytes, reading the status makes it look for them.
      const isTold = areBrowserEventsLive() && status !== null && status.state !== "uploading";
      await watch.wait(isTold ? livePollIntervalMs : pollIntervalMs, signal);
    }
  } finally {
    watch.stop();
  }
}
