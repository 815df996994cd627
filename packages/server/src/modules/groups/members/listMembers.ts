import { type GroupMember, limits } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { decodeListCursor, toPage } from "../../../core/listCursor.ts";
import { getDirectoryViewer, isGroupVerbAllowed } from "../../access/service.ts";
import { getGroup } from "../getGroup.ts";
import { presentMember, presentOwnMembership } from "../present.ts";
import { listMemberProfiles } from "./repository.ts";

interface MemberQuery {
  groupId: string;
  /** A part of the name, the address or a service's id. */
  query?: string;
  limit?: number;
  /** The `nextCursor` of the previous page. */
  cursor?: string | null | undefined;
}

interface MemberPage {
  members: GroupMember[];
  /** Number of all members that match. */
  total: number;
  nextCursor: string | null;
}

/**
 * Lists the stored members and open invitations of a group for those who can write in it. Any other member sees only
 * their own membership, and a site administrator who is no member sees nobody.
 */
export async function listMembers(
  { db, clock, config }: Platform,
  actor: Actor,
  { groupId, query = "", limit = limits.groupMembersPerPage, cursor }: MemberQuery,
): Promise<MemberPage> {
  const group = await getGroup(db, actor, "view", groupId);
  if (!isGroupVerbAllowed(actor, "listAllMembers", group)) {
    const members = group.level === null ? [] : [presentOwnMembership(actor, group.level)];
    return { members, total: members.length, nextCursor: null };
  }
  const rows = await listMemberProfiles(db, group.id, {
    query: query.trim(),
    after: cursor ? decodeListCursor(cursor) : null,
    limit: limit + 1,
    now: clock.now(),
    viewer: getDirectoryViewer(config, actor),
  });
  const { page, nextCursor } = toPage(rows, limit);
  return { members: page.map(presentMember), total: rows[0]?.total ?? 0, nextCursor };
}
