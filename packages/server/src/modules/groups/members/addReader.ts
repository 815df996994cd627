import type { Actor } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { listPrincipalIds, listWriterIds } from "../publishRights.ts";
import { listStoredMembers } from "./repository.ts";
import { storeMembers } from "./storeMembers.ts";

/**
 * Lets a principal read in a group whose row the caller has locked, unless it is a member already. Returns whether it is a
 * new member, which the caller records, and who is concerned: the members who see the list of members, and the principal.
 */
export async function addReader(
  tx: DbTransaction,
  actor: Actor,
  { groupId, principalId, now }: { groupId: string; principalId: string; now: Date },
): Promise<{ isNewMember: boolean; concernedIds: string[] }> {
  const members = await listStoredMembers(tx, groupId, now);
  const isNewMember = !listPrincipalIds(members).includes(principalId);
  if (isNewMember) {
    const reader = { recipient: { principalId, email: null }, level: "read" as const };
    await storeMembers(tx, actor, { groupId, members: [reader], now });
  }
  return { isNewMember, concernedIds: [...listWriterIds(members), principalId] };
}
