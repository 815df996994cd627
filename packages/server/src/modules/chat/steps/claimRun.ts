import type { Platform } from "../../../core/context.ts";
import type { RunReader } from "../../../platform/runLog/runLog.ts";
import { type ExecuteClaim, findRunOwner, type NewRunClaim, revokeClaim, tryClaimRun } from "../../usage/service.ts";

/** Another process is answering the request or has recently answered it. `reader` reads the run of that process. */
class ClaimedElsewhereError extends Error {
  readonly reader: RunReader;
  constructor(reader: RunReader) {
    super("another process answers this request");
    this.name = "ClaimedElsewhereError";
    this.reader = reader;
  }
}

/** Returns the reader of the other process's run if the error is a ClaimedElsewhereError; otherwise null. */
export function getRemoteReader(error: unknown): RunReader | null {
  return error instanceof ClaimedElsewhereError ? error.reader : null;
}

const maxAttempts = 4;

/**
 * Opens the usage row of a request, which is the claim to answer it, and returns the row's id. Throws
 * ClaimedElsewhereError if another process is answering the request or has recently answered it. If that process is
 * dead or no longer knows the run, the answer is lost: revokes the claim, so that the answer is generated again.
 * `executeFirst` executes the first attempt.
 */
export async function claimRun(
  platform: Platform,
  claim: NewRunClaim,
  executeFirst: ExecuteClaim | undefined,
): Promise<string> {
  const { runLog, processes } = platform;
  const key = { userId: claim.payer.principal.id, requestId: claim.requestId };
  let isAnswerLost = false;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const execute = attempt === 0 ? executeFirst : undefined;
    const id = await tryClaimRun(platform, claim, { ignoreAnswered: isAnswerLost, execute });
    if (id !== null) return id;
    const owner = await findRunOwner(platform, key);
    if (owner === null) continue;
    const reader = owner === processes.id ? null : await runLog.readFromProcess(owner, key, 0);
    if (reader) throw new ClaimedElsewhereError(reader);
    await revokeClaim(platform, key, owner);
    isAnswerLost = true;
  }
  throw new Error("a request could not be claimed");
}
