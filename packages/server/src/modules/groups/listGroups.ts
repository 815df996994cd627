import { type Group as GroupOnWire, limits } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { decodeListCursor, toPage } from "../../core/listCursor.ts";
import { getSubject } from "../access/service.ts";
import { createGroupNotFoundError } from "./getGroup.ts";
import { presentGroup } from "./present.ts";
import { findGroupSummary, listGroupSummaries } from "./repository.ts";

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
  const after = cursor === undefined ? null : decodeListCursor(cursor);
  const rows = await listGroupSummaries(db, getSubject(actor), clock.now(), { after, limit: limit + 1 });
  const { page, nextCursor } = toPage(rows, limit);
  return { groups: page.map((row) => presentGroup(actor, row)), nextCursor };
}

/** Returns a group of the actor as `listGroups` presents it. Throws `notFound`. */
export async function getGroupSummary({ db, clock }: Platform, actor: Actor, wireId: string): Promise<GroupOnWire> {
  const row = await findGroupSummary(db, getSubject(actor), clock.now(), wireId);
  if (!row) throw createGroupNotFoundError();
  return presentGroup(actor, row);
}
