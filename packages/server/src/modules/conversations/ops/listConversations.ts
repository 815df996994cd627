import { listConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { decodeCursor, encodeCursor } from "../listCursor.ts";
import { presentSummary } from "../present.ts";
import { findSummary, listRecentConversations } from "../repository.ts";

export const listConversationsHandler = implement(listConversations, async (ctx, input) => {
  const { limit, cursor, conversationId, archived } = input;
  if (conversationId !== undefined) {
    const row = await findSummary(ctx.db, getOwnerId(ctx.actor), conversationId);
    return { conversations: row ? [presentSummary(row)] : [], nextCursor: null };
  }
  const afterPosition = cursor === undefined ? null : decodeCursor(cursor);
  const isArchived = archived === undefined ? null : archived === "true";
  const rows = await listRecentConversations(ctx.db, getOwnerId(ctx.actor), afterPosition, limit + 1, isArchived);
  const page = rows.slice(0, limit);
  const lastRow = rows.length > limit ? page.at(-1) : undefined;
  return {
    conversations: page.map(presentSummary),
    nextCursor: lastRow ? encodeCursor({ updatedAt: lastRow.updated_at, id: lastRow.id }) : null,
  };
});
