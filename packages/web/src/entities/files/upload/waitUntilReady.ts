import type { UploadStatus } from "@lectern/contract";

/** [C4.02, C9.02] */
export const pollEveryMs = 500;
export const longestSilenceMs = 30_000;

interface Waiting {
  /** Reads the state of the file; rejects when it cannot be had. */
  readStatus: (signal: AbortSignal) => Promise<UploadStatus>;
  isOnline: () => boolean;
  signal: AbortSignal;
  onStatus: (status: UploadStatus) => void;
  nowMs?: () => number;
}

/** What the server said of a file that it cannot use, or that it has said nothing new for too long. */
export class NotReadyError extends Error {
  /** The server is done with the file; false: it may still be at it. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = "NotReadyError";
    this.isFinal = isFinal;
  }
}

const tookTooLong = "The document is still being read, which takes longer than usual. Try again to go on waiting.";
const cannotRead = "The document could not be read.";

/**
 * Resolves when the file is ready. Asks every 500 ms, and gives up 30 s after the last change of what it hears; time without a
 * network does not count. Throws NotReadyError; when `signal` aborts, the signal's reason.
 */
export async function waitUntilReady(waiting: Waiting): Promise<void> {
  const { readStatus, isOnline, signal, onStatus, nowMs = () => performance.now() } = waiting;
  let last = "";
  let changedMs = nowMs();
  for (;;) {
    const status = await readStatus(signal).catch(() => null);
    signal.throwIfAborted();
    if (status?.state === "ready") return;
    if (status?.state === "failed") throw new NotReadyError(status.reason ?? cannotRead, true);
    const heard = status ? `${status.state} ${status.progress}` : last;
    if (heard !== last || !isOnline()) changedMs = nowMs();
    if (status && heard !== last) onStatus(status);
    last = heard;
    if (nowMs() - changedMs >= longestSilenceMs) throw new NotReadyError(tookTooLong, false);
    await pause(pollEveryMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
