import type { UploadStatus } from "@lectern/contract";

export const pollIntervalMs = 500;
export const maxSilenceMs = 30_000;

interface WaitOptions {
  /** Reads the processing state of the file; may reject. */
  readStatus: (signal: AbortSignal) => Promise<UploadStatus>;
  isOnline: () => boolean;
  signal: AbortSignal;
  onStatus: (status: UploadStatus) => void;
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

const timeoutText =
  "The document is still being processed, which is taking longer than usual. To wait longer, try again.";
const unreadableText = "The document could not be read.";

/**
 * Resolves when the file is ready. Polls every 500 ms and gives up 30 s after the last change of its status; time
 * without a network does not count. Throws NotReadyError, or the signal's reason.
 */
export async function waitUntilReady(options: WaitOptions): Promise<void> {
  const { readStatus, isOnline, signal, onStatus, nowMs = () => performance.now() } = options;
  let previousStatus = "";
  let changedAtMs = nowMs();
  for (;;) {
    const status = await readStatus(signal).catch(() => null);
    signal.throwIfAborted();
    if (status?.state === "ready") return;
    if (status?.state === "failed") throw new NotReadyError(status.reason ?? unreadableText, true);
    const currentStatus = status ? `${status.state} ${status.progress}` : previousStatus;
    if (currentStatus !== previousStatus || !isOnline()) changedAtMs = nowMs();
    if (status && currentStatus !== previousStatus) onStatus(status);
    previousStatus = currentStatus;
    if (nowMs() - changedAtMs >= maxSilenceMs) throw new NotReadyError(timeoutText, false);
    await delay(pollIntervalMs, signal);
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}
