import { getMultipleConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listExistingIds } from "../repository.ts";
import { signWholePages } from "../signedPages.ts";

export const getMultipleConversationsHandler = implement(getMultipleConversations, async (ctx, input) => {
  const ids = [...new Set(input.conversationIds)];
  const existingIds = new Set(await listExistingIds(ctx.db, getOwnerId(ctx.actor), ids));
  return {
    presignedUrls: signWholePages(
      ctx,
      getOwnerId(ctx.actor),
      ids.filter((id) => existingIds.has(id)),
    ),
    noSuchKeyConversations: ids.filter((id) => !existingIds.has(id)),
    failed: [],
  };
});
