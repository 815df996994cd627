import { listAssistants as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { decodeListCursor, toPage } from "../../../core/listCursor.ts";
import { getSubject } from "../../access/service.ts";
import { getPresentationOptions } from "../groupAssistants.ts";
import { presentSummary } from "../listing/present.ts";
import { listSummaries } from "../listing/repository.ts";

export const listAssistantsHandler = implement(op, async (ctx, { query, groupId, include, limit, cursor }) => {
  const rows = await listSummaries(ctx.db, getSubject(ctx.actor), {
    query,
    groupId: groupId ?? null,
    includesShared: include === "shared",
    after: cursor === undefined ? null : decodeListCursor(cursor),
    limit: limit + 1,
  });
  const { page, nextCursor } = toPage(rows, limit);
  const options = await getPresentationOptions(ctx, ctx.actor);
  const assistants = page.map((row) => ({
    ...presentSummary(row, options),
    ...(row.sharedRole ? { sharedRole: row.sharedRole } : {}),
  }));
  return { assistants, nextCursor };
});
