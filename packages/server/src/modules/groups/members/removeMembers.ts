import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { getSubject } from "../../access/service.ts";
import type { AuditedPlatform } from "../../audit/service.ts";
import type { Recipient } from "../../principals/service.ts";
import type { Group } from "../repository.ts";
import { changeMembers } from "./changeMembers.ts";
import { deleteMembers, findDirectoryGroupOfMembers, type StoredMember } from "./repository.ts";
import { getRecipientKey, resolveMemberNames } from "./resolveMembers.ts";

/** Removes stored members and invitations. Throws `conflict` with the reason for a computed member. */
export async function removeMembers(
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, members }: { groupId: string; members: readonly string[] },
): Promise<void> {
  await changeMembers(
    platform,
    actor,
    { verb: "removeMembers", groupId, names: members },
    async (tx, group, stored) => {
      const recipients = await resolveMemberNames(tx, actor, members, platform.clock.now());
      return { before: await deleteRecipients(tx, actor, group, stored, recipients), after: [] };
    },
  );
}

/** Ends the actor's own membership. Throws `conflict` with the reason if it is computed. */
export async function leaveGroup(
  platform: AuditedPlatform,
  actor: Actor,
  { groupId }: { groupId: string },
): Promise<void> {
  const recipient = { principalId: actor.principal.id, email: null };
  await changeMembers(platform, actor, { verb: "leave", groupId, names: [] }, async (tx, group, stored) => {
    if (group.isBuiltIn && actor.isAdmin && !stored.has(getRecipientKey(recipient))) {
      throw new AppError("conflict", {
        userMessage: "You are a member of this group because you are an administrator of this site.",
      });
    }
    return { before: await deleteRecipients(tx, actor, group, stored, [recipient]), after: [] };
  });
}

/** Returns the deleted members. Ignores recipients who are no members. */
async function deleteRecipients(
  tx: DbTransaction,
  actor: Actor,
  group: Group,
  stored: ReadonlyMap<string, StoredMember>,
  recipients: readonly Recipient[],
): Promise<StoredMember[]> {
  const members = recipients.flatMap((recipient) => stored.get(getRecipientKey(recipient)) ?? []);
  const others = recipients.filter((recipient) => !stored.has(getRecipientKey(recipient)));
  await assertNotComputed(tx, actor, group, others);
  await deleteMembers(tx, group.id, members);
  return members;
}

/** Mentions only lists that contain the actor, who would otherwise learn whom a list contains. */
async function assertNotComputed(
  tx: DbTransaction,
  actor: Actor,
  group: Group,
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0) return;
  if (group.isPublic) {
    throw new AppError("conflict", {
      userMessage: "This group is public, so everyone is a member and nobody can be removed.",
    });
  }
  const seenBy = actor.isAdmin ? null : getSubject(actor);
  const directoryGroup = await findDirectoryGroupOfMembers(tx, group.id, recipients, seenBy);
  if (directoryGroup === null) return;
  throw new AppError("conflict", {
    userMessage: `This person is a member through the group “${directoryGroup}” of the directory and can’t be removed here.`,
  });
}
