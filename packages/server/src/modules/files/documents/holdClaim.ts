import type { Platform } from "../../../core/context.ts";
import { type Claim, writeProgress } from "./repository.ts";

/** Why reading a document was ended before it was done. */
export class ClaimEnded extends Error {
  readonly why: "lost" | "unwanted";
  constructor(why: "lost" | "unwanted") {
    super(why === "lost" ? "another process reads the document" : "no file has the document any more");
    this.name = "ClaimEnded";
    this.why = why;
  }
}

export interface HeldClaim {
  /** Ends with the job's, and with `ClaimEnded` when the document is not this process's to read any more. */
  signal: AbortSignal;
  /** 0 to 100. Written within the next second. */
  setProgress(percent: number): void;
  /** Throws the signal's reason unless the claim is still held. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 1_000;

/** Once a second writes how far the reading is, and looks whether it is still to be done. */
export function holdClaim(platform: Pick<Platform, "db" | "log">, claim: Claim, jobSignal: AbortSignal): HeldClaim {
  const ending = new AbortController();
  const signal = AbortSignal.any([jobSignal, ending.signal]);
  let progress = 0;
  let asking: Promise<void> | null = null;

  const ask = async () => {
    const state = await writeProgress(platform.db, claim, progress);
    if (state !== "held") ending.abort(new ClaimEnded(state));
  };
  const timer = setInterval(() => {
    // A database that is away for a moment ends nothing: what is written at the end is written under the claim.
    asking ??= ask()
      .catch((error: unknown) => platform.log.debug({ err: error }, "the progress of a document was not written"))
      .finally(() => {
        asking = null;
      });
  }, everyMs);
  timer.unref();

  return {
    signal,
    setProgress(percent) {
      progress = Math.max(progress, Math.min(99, Math.floor(percent)));
    },
    async check() {
      await asking;
      await ask();
      signal.throwIfAborted();
    },
    async stop() {
      clearInterval(timer);
      await asking;
    },
  };
}
