import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getSubject } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { assertManageable } from "./groupAssistants.ts";
import { findSummary } from "./listing/repository.ts";
import { authorizeAssistant, createAssistantNotFoundError } from "./policy.ts";
import { findConcernedByAssistant, publishAssistants } from "./saving/publishAssistants.ts";
import { lockAssistant, markDeleted } from "./saving/repository.ts";

/**
 * Deletes an assistant with its versions and grants. Its files stay. Throws `notFound` or `forbidden`, and `notFound` if
 * `groupId` is the wire id of another group.
 */
export async function deleteAssistant(
  platform: AuditedPlatform,
  actor: Actor,
  { assistantId, groupId }: { assistantId: string; groupId?: string },
): Promise<void> {
  await assertManageable(platform, actor, { assistantId, groupId });
  const concerned = await transaction(platform.db, async (tx) => {
    await lockAssistant(tx, assistantId);
    const row = authorizeAssistant(await findSummary(tx, getSubject(actor), assistantId), "delete");
    if (groupId !== undefined && row.group?.id !== groupId) throw createAssistantNotFoundError();
    const concernedByDeletion = await findConcernedByAssistant(tx, platform, row, row.isPublished);
    await markDeleted(tx, { id: assistantId }, platform.clock.now());
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb: "delete",
      objectType: "assistant",
      objectIds: [assistantId],
      before: { ownerId: row.ownerId, version: row.version, isPublished: row.isPublished },
    });
    return concernedByDeletion;
  });
  publishAssistants(platform, concerned);
}
