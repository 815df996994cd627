import { listAllGroups as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { decodeListCursor, toPage } from "../../../core/listCursor.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { listAllGroups } from "../repository.ts";

export const listAllGroupsHandler = implement(op, async (ctx, { query, limit, cursor }) => {
  assertSiteAdmin(ctx.actor);
  const after = cursor === undefined ? null : decodeListCursor(cursor);
  const rows = await listAllGroups(ctx.db, ctx.clock.now(), { query: query.trim(), after, limit: limit + 1 });
  const { page, nextCursor } = toPage(rows, limit);
  const groups = page.map(({ wireId, name, createdBy, isPublic, supportsAnalysis, directoryGroups, memberCount }) => ({
    group_id: wireId,
    groupName: name,
    createdBy,
    isPublic,
    supportConvAnalysis: supportsAnalysis,
    amplifyGroups: directoryGroups,
    numOfMembers: memberCount,
  }));
  return { groups, nextCursor };
});
