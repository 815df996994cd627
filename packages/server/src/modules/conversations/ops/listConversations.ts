import { listConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { decodeCursor, encodeCursor } from "../listCursor.ts";
import { presentSummary } from "../present.ts";
import { listRecentConversations } from "../repository.ts";

export const listConversationsHandler = implement(listConversations, async (ctx, { limit, cursor }) => {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const rows = await listRecentConversations(ctx.db, ctx.actor.userId, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    conversations: page.map(presentSummary),
    nextCursor: last ? encodeCursor({ updatedAt: last.updated_at, id: last.id }) : null,
  };
});
