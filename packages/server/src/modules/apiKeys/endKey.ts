import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { deactivateKeyRow, type InactiveReason } from "./repository.ts";

/** Deactivates a key for good. Returns false if it was inactive before. Call `forgetKeys` after the commit. */
export async function endKey(
  platform: AuditedPlatform,
  tx: DbTransaction,
  actor: Actor,
  { id, verb, reason }: { id: string; verb: string; reason: InactiveReason },
): Promise<boolean> {
  if (!(await deactivateKeyRow(tx, id, { reason, now: platform.clock.now() }))) return false;
  await recordAudit(tx, getAuditSource(platform, actor), {
    verb,
    objectType: "apiKey",
    objectIds: [id],
    before: { active: true },
    after: { active: false, reason },
  });
  return true;
}
