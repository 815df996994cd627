import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { findObjectRole, getObjectType, getSubject } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { publishRights, publishToConcerned } from "../groups/service.ts";
import { deleteGrants, listStoredGrants, lockObject, type ObjectKey } from "./repository.ts";

/**
 * Gives up the right to an object that was given to the actor. Returns true if the actor has no right to the object any
 * more, and false if they still have one as its owner or through a group.
 */
export async function dropGrant(platform: AuditedPlatform, actor: Actor, object: ObjectKey): Promise<boolean> {
  const recipient = { principalId: actor.principal.id, email: null };
  const { isDropped, role, owner } = await transaction(platform.db, async (tx) => {
    const owner = await lockObject(tx, object);
    const grants = await listStoredGrants(tx, object, platform.clock.now());
    const dropped = grants.find((grant) => grant.recipient.principalId === recipient.principalId);
    if (dropped) {
      await deleteGrants(tx, object, [recipient]);
      await recordAudit(tx, getAuditSource(platform, actor), {
        verb: "drop",
        objectType: object.type,
        objectIds: [object.id],
        before: [{ recipient: recipient.principalId, role: dropped.role }],
        after: [],
      });
    }
    return { isDropped: dropped !== undefined, role: await findObjectRole(tx, getSubject(actor), object), owner };
  });
  if (isDropped) {
    publishRights(platform, [recipient.principalId]);
    // The owner may have the list of those who have access open.
    const concerned = [recipient.principalId, ...(owner ? [owner.ownerId] : [])];
    const type = getObjectType(object.type).event;
    if (type !== undefined) publishToConcerned(platform, concerned, { type });
  }
  return role === null;
}
