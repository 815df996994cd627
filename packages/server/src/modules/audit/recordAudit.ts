import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { maskSecrets } from "./maskSecrets.ts";
import { insertAudit } from "./repository.ts";

export interface AuditSource {
  /** Null for the server itself, such as a periodic task. */
  actor: Pick<Actor, "principal" | "credential"> | null;
  requestId: string | null;
}

/** A change to rights or settings, or a read that opens other people's things. Contains ids and settings, no content. */
export interface AuditEntry {
  /** What happened, such as `removeMembers`. */
  verb: string;
  /** The type of the objects, such as `group`. */
  objectType: string;
  objectIds: readonly string[];
  before?: unknown;
  after?: unknown;
}

/**
 * Adds an entry to the audit log, in the transaction of the change, so that neither exists without the other. Secrets
 * in `before` and `after` are masked.
 */
export async function recordAudit(
  tx: DbTransaction,
  { actor, requestId }: AuditSource,
  { verb, objectType, objectIds, before, after }: AuditEntry,
): Promise<void> {
  await insertAudit(tx, {
    actor_id: actor?.principal.id ?? null,
    credential_id: actor?.credential.id ?? null,
    verb,
    object_type: objectType,
    object_ids: JSON.stringify(objectIds),
    before: toMaskedJson(before),
    after: toMaskedJson(after),
    request_id: requestId,
  });
}

const toMaskedJson = (value: unknown) => (value === undefined ? null : JSON.stringify(maskSecrets(value)));
