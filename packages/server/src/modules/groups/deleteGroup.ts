import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { deleteAssistantsOfGroup } from "../assistants/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { getLockedGroup } from "./getGroup.ts";
import { listStoredMembers } from "./members/repository.ts";
import { toAuditedMembers } from "./members/storeMembers.ts";
import { findConcernedByDeletion, publishRights, publishToConcerned } from "./publishRights.ts";
import { markGroupDeleted } from "./repository.ts";

/**
 * Deletes a group with its assistants: memberships and grants to it end at once, and a periodic task deletes its files
 * after 30 days. Usage and the audit log stay. Throws `forbidden` for the built-in group.
 */
export async function deleteGroup(
  platform: AuditedPlatform,
  actor: Actor,
  { groupId }: { groupId: string },
): Promise<void> {
  const concerned = await transaction(platform.db, async (tx) => {
    const group = await getLockedGroup(tx, actor, "delete", groupId);
    if (group.isBuiltIn) throw new AppError("forbidden", { userMessage: "The built-in group can’t be deleted." });
    const now = platform.clock.now();
    const members = await listStoredMembers(tx, group.id, now);
    const concernedByDeletion = await findConcernedByDeletion(tx, group, now);
    const assistantIds = await deleteAssistantsOfGroup(tx, group.id, now);
    await markGroupDeleted(tx, group.id, now);
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb: "delete",
      objectType: "group",
      objectIds: [group.id],
      before: { wireId: group.wireId, members: toAuditedMembers(platform, members), assistantIds },
    });
    return concernedByDeletion;
  });
  publishRights(platform, concerned);
  publishToConcerned(platform, concerned, { type: "assistants" });
}
