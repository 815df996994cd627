import type { Platform } from "../../../core/context.ts";
import type { RunReader } from "../../../platform/runLog/runLog.ts";
import { findRunOwner, type NewRunClaim, revokeClaim, tryClaimRun } from "../../usage/service.ts";

/** Another process is answering the request or has just answered it. */
class ClaimedElsewhereError extends Error {
  readonly reading: RunReader;
  constructor(reading: RunReader) {
    super("another process answers this request");
    this.name = "ClaimedElsewhereError";
    this.reading = reading;
  }
}

/** Returns the reader of the other process's run if the error is a ClaimedElsewhereError; otherwise null. */
export function getRemoteReading(error: unknown): RunReader | null {
  return error instanceof ClaimedElsewhereError ? error.reading : null;
}

const maxAttempts = 4;

/**
 * Opens the usage row of a request, which is the claim to answer it, and returns the row's id. Throws
 * ClaimedElsewhereError if another process has the claim. Revokes the claim of a process that is dead or no longer
 * knows the run: its answer is lost and is generated again.
 */
export async function claimRun(platform: Platform, claim: NewRunClaim): Promise<string> {
  const { runLog, processes } = platform;
  const key = { userId: claim.userId, requestId: claim.requestId };
  let isAnswerLost = false;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const id = await tryClaimRun(platform, claim, isAnswerLost);
    if (id !== null) return id;
    const owner = await findRunOwner(platform, key);
    if (owner === null) continue;
    const reading = owner === processes.id ? null : await runLog.readFromProcess(owner, key, 0);
    if (reading) throw new ClaimedElsewhereError(reading);
    await revokeClaim(platform, key, owner);
    isAnswerLost = true;
  }
  throw new Error("a request could not be claimed");
}
