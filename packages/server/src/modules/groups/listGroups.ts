import { type Group as GroupOnWire, limits } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { decodeListCursor, toPage } from "../../core/listCursor.ts";
import { getSubject } from "../access/service.ts";
import { presentGroup } from "./present.ts";
import { listGroupSummaries } from "./repository.ts";

interface GroupPage {
  limit: number;
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** Lists the groups that the actor is a member of, by name, with the actor's level. */
export async function listGroups(
  { db, clock }: Platform,
  actor: Actor,
  { limit, cursor }: GroupPage = { limit: limits.groupsPerPage },
): Promise<{ groups: GroupOnWire[]; nextCursor: string | null }> {
  const rows = await listGroupSummaries(db, getSubject(actor), {
    after: cursor === undefined ? null : decodeListCursor(cursor),
    limit: limit + 1,
    maxMembers: limits.membersPerListedGroup,
    now: clock.now(),
  });
  const { page, nextCursor } = toPage(rows, limit);
  return { groups: page.map((row) => presentGroup(actor, row)), nextCursor };
}
