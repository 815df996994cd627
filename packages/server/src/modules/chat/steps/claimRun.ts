import type { Platform } from "../../../core/context.ts";
import type { RunReading } from "../../../platform/runLog/runLog.ts";
import { type NewRunClaim, findRunOwner, tryClaimRun, revokeClaim } from "../../usage/service.ts";

/** The request is being answered by another process, or was a moment ago. */
class ClaimedElsewhereError extends Error {
  readonly reading: RunReading;
  constructor(reading: RunReading) {
    super("another process answers this request");
    this.name = "ClaimedElsewhereError";
    this.reading = reading;
  }
}

/** What is said there, where that is why something failed. */
export function getRemoteReading(error: unknown): RunReading | null {
  return error instanceof ClaimedElsewhereError ? error.reading : null;
}

const mostAttempts = 4;

/**
 * Opens the usage row, by which one process of all gets to answer a request; gives its id. Throws ClaimedElsewhereError where another has it.
 * A claim whose process is dead, or knows nothing of the run any more, counts for nothing: the answer is lost, and is written anew.
 */
export async function claimRun(platform: Platform, opening: NewRunClaim): Promise<string> {
  const { runLog, processes } = platform;
  const key = { userId: opening.userId, requestId: opening.requestId };
  let isLost = false;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const id = await tryClaimRun(platform, opening, isLost);
    if (id !== null) return id;
    const owner = await findRunOwner(platform, key);
    if (owner === null) continue;
    const reading = owner === processes.id ? null : await runLog.readFrom(owner, key, 0);
    if (reading) throw new ClaimedElsewhereError(reading);
    await revokeClaim(platform, key, owner);
    isLost = true;
  }
  throw new Error("a request could not be claimed");
}
