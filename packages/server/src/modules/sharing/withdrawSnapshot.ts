import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { visibleTo } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { listGrants } from "../grants/service.ts";
import { findConcernedByGrants, publishToConcerned } from "../groups/service.ts";
import { deleteShare } from "./repository.ts";

/** Deletes a snapshot that the actor has shared, and tells its recipients. Throws `notFound` or `forbidden`. */
export async function withdrawSnapshot(platform: AuditedPlatform, actor: Actor, id: string): Promise<void> {
  const grants = await listGrants(platform, actor, { object: { type: "share", id } });
  const principalIds = grants.flatMap(({ recipient }) => recipient.principalId ?? []);
  const concerned = await transaction(platform.db, async (tx) => {
    const isDeleted = await deleteShare(tx, visibleTo(actor, "share", "withdraw"), id);
    if (!isDeleted) return [];
    await recordAudit(tx, getAuditSource(platform, actor), { verb: "withdraw", objectType: "share", objectIds: [id] });
    return findConcernedByGrants(tx, principalIds);
  });
  const told = concerned === "everybody" ? concerned : [...concerned, actor.principal.id];
  publishToConcerned(platform, told, { type: "shares" });
}
