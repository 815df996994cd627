import type { Platform } from "../../../core/context.ts";
import { publishFilesOfDocument } from "../publishFiles.ts";
import { type DocumentClaim, updateProgress } from "./repository.ts";

/** Cancels an extraction: another process has reclaimed the document, or no file references it any more. */
export class ClaimEndedError extends Error {
  readonly reason: "lost" | "unreferenced";
  constructor(reason: "lost" | "unreferenced") {
    super(reason === "lost" ? "another process has claimed the document" : "no file references the document any more");
    this.name = "ClaimEndedError";
    this.reason = reason;
  }
}

export interface ClaimHeartbeat {
  /** Aborts with the job's signal, or with `ClaimEndedError` when the claim ends. */
  signal: AbortSignal;
  /** Sets the progress, from 0 to 100. It never decreases, and is written to the database within a second. */
  setProgress(percent: number): void;
  /** Checks the claim in the database. Throws the signal's reason if the claim has ended or the job was aborted. */
  assertHeld(): Promise<void>;
  stop(): Promise<void>;
}

const intervalMs = 1_000;

/** Writes the progress every second and checks that this process still holds the claim. */
export function startClaimHeartbeat(platform: Platform, claim: DocumentClaim, jobSignal: AbortSignal): ClaimHeartbeat {
  const claimController = new AbortController();
  const signal = AbortSignal.any([jobSignal, claimController.signal]);
  let progress = 0;
  let publishedProgress = 0;
  let pendingUpdate: Promise<void> | null = null;

  const update = async () => {
    const state = await updateProgress(platform.db, claim, progress);
    if (state !== "held") claimController.abort(new ClaimEndedError(state));
    if (progress === publishedProgress) return;
    publishedProgress = progress;
    await publishFilesOfDocument(platform, claim.documentId);
  };
  const timer = setInterval(() => {
    // Ignore a brief database outage, because the final write checks the claim again.
    pendingUpdate ??= update()
      .catch((error: unknown) => platform.log.debug({ err: error }, "the progress of a document was not written"))
      .finally(() => {
        pendingUpdate = null;
      });
  }, intervalMs);
  timer.unref();

  return {
    signal,
    setProgress(percent) {
      progress = Math.max(progress, Math.min(99, Math.floor(percent)));
    },
    async assertHeld() {
      await pendingUpdate;
      await update();
      signal.throwIfAborted();
    },
    async stop() {
      clearInterval(timer);
      await pendingUpdate;
    },
  };
}
