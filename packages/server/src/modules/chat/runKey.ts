import type { Actor } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { RunKey } from "../../platform/runLog/runLog.ts";

/**
 * Returns the key of the run that this credential starts with the request's id. Clients choose these ids, so they are
 * unique per credential only. All sessions of a person are one credential, whose ids stay as they are; those of other
 * credentials get the credential's id before them. Throws `notFound` for an id that no client can have chosen, because
 * it could be the stored id of another credential's run.
 */
export function toRunKey({ principal, credential }: Actor, requestId: string): RunKey {
  if (requestId.includes(separator)) throw new AppError("notFound");
  const prefix = credential.kind === "session" ? "" : getPrefix(credential.id);
  return { userId: principal.id, requestId: `${prefix}${requestId}` };
}

/** Returns the request's id as this credential chose it; null if another credential started the run. */
export function toOwnRequestId({ credential }: Actor, { requestId }: RunKey): string | null {
  if (credential.kind === "session") return requestId.includes(separator) ? null : requestId;
  const prefix = getPrefix(credential.id);
  return requestId.startsWith(prefix) ? requestId.slice(prefix.length) : null;
}

/** Not allowed in the ids that clients choose. */
const separator = "|";

const getPrefix = (credentialId: string) => `${credentialId}${separator}`;
