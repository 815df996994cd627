import type { Actor, Platform } from "../../../core/context.ts";
import { isGroupVerbAllowed } from "../../access/service.ts";
import { getGroup } from "../getGroup.ts";
import { listMemberProfiles, type MemberProfile } from "./repository.ts";

/**
 * Lists the stored members and open invitations of a group for those who can write in it. Any other member sees only
 * their own membership.
 */
export async function listMembers(
  { db, clock }: Platform,
  actor: Actor,
  { groupId }: { groupId: string },
): Promise<MemberProfile[]> {
  const group = await getGroup(db, actor, "view", groupId);
  if (isGroupVerbAllowed(actor, "listAllMembers", group)) return listMemberProfiles(db, group.id, clock.now());
  const { principal, email, name } = actor;
  return group.level === null ? [] : [{ principalId: principal.id, email: email || null, name, level: group.level }];
}
