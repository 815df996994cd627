import { getEmptyConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listConversationIds } from "../repository.ts";
import { signListPages } from "../signedPages.ts";

export const getEmptyConversationsHandler = implement(getEmptyConversations, async (ctx) => {
  const rows = await listConversationIds(ctx.db, ctx.actor.userId);
  const emptyIds = rows.filter(({ isEmpty }) => isEmpty).map(({ id }) => id);
  return {
    presignedUrls: signListPages(ctx, ctx.actor.userId, "empty", emptyIds),
    nonEmptyIds: rows.filter(({ isEmpty }) => !isEmpty).map(({ id }) => id),
  };
});
