import { getEmptyConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listConversationIds } from "../repository.ts";
import { signListPages } from "../signedPages.ts";

export const getEmptyConversationsHandler = implement(getEmptyConversations, async (ctx) => {
  const rows = await listConversationIds(ctx.db, getOwnerId(ctx.actor));
  const emptyIds = rows.filter(({ isEmpty }) => isEmpty).map(({ id }) => id);
  return {
    presignedUrls: signListPages(ctx, getOwnerId(ctx.actor), "empty", emptyIds),
    nonEmptyIds: rows.filter(({ isEmpty }) => !isEmpty).map(({ id }) => id),
  };
});
