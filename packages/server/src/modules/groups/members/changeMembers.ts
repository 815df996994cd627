import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import type { GroupVerb } from "../../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../../audit/service.ts";
import { lockRecipients } from "../../principals/service.ts";
import { getLockedGroup } from "../getGroup.ts";
import { listPrincipalIds, listWriterIds, publishRights } from "../publishRights.ts";
import type { GroupWithLevel } from "../repository.ts";
import { countAdministrators, listStoredMembers, lockPeopleShared, type StoredMember } from "./repository.ts";
import { getRecipientKey } from "./resolveMembers.ts";
import { toAuditedMembers } from "./storeMembers.ts";

/** Changes the members in the transaction and returns those whose membership was or is stored. */
type MemberChange = (
  tx: DbTransaction,
  group: GroupWithLevel,
  stored: ReadonlyMap<string, StoredMember>,
) => Promise<{ before: readonly StoredMember[]; after: readonly StoredMember[] }>;

/**
 * Runs a change of the named members while the group's row is locked, audits it, and tells their browsers and those of
 * the members who see the list. Throws `notFound` or `forbidden`, and
 * `conflict` if no administrator who can sign in would remain.
 */
export async function changeMembers(
  platform: AuditedPlatform,
  actor: Actor,
  { verb, groupId, names }: { verb: GroupVerb; groupId: string; names: readonly string[] },
  change: MemberChange,
): Promise<void> {
  const concernedIds = await transaction(platform.db, async (tx) => {
    await lockPeopleShared(tx);
    await lockRecipients(tx, names);
    const group = await getLockedGroup(tx, actor, verb, groupId);
    const members = await listStoredMembers(tx, group.id, platform.clock.now());
    const countBefore = await countAdministrators(tx, group.id);
    const stored = new Map(members.map((member) => [getRecipientKey(member.recipient), member]));
    const { before, after } = await change(tx, group, stored);
    if (before.length === 0 && after.length === 0) return [];
    if (countBefore > 0 && (await countAdministrators(tx, group.id)) === 0) throw createLastAdministratorError();
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb,
      objectType: "group",
      objectIds: [group.id],
      before: toAuditedMembers(platform, before),
      after: toAuditedMembers(platform, after),
    });
    return [...listWriterIds(members), ...listPrincipalIds([...before, ...after])];
  });
  publishRights(platform, concernedIds);
}

function createLastAdministratorError(): AppError {
  return new AppError("conflict", {
    userMessage:
      "You are currently the only admin in the group, your admin access will be unchanged at this time. Please confirm updated user access changes again.",
  });
}
