import { getMultipleConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listExistingIds } from "../repository.ts";
import { signWholePages } from "../signedPages.ts";

export const getMultipleConversationsHandler = implement(getMultipleConversations, async (ctx, input) => {
  const ids = [...new Set(input.conversationIds)];
  const existingIds = new Set(await listExistingIds(ctx.db, ctx.actor.userId, ids));
  return {
    presignedUrls: signWholePages(
      ctx,
      ctx.actor.userId,
      ids.filter((id) => existingIds.has(id)),
    ),
    noSuchKeyConversations: ids.filter((id) => !existingIds.has(id)),
    failed: [],
  };
});
