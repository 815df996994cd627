import { getAllConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listConversationIds } from "../repository.ts";
import { signListPages } from "../signedPages.ts";

export const getAllConversationsHandler = implement(getAllConversations, async (ctx) => {
  const rows = await listConversationIds(ctx.db, ctx.actor.userId);
  const ids = rows.map(({ id }) => id);
  return { presignedUrls: signListPages(ctx, ctx.actor.userId, "all", ids) };
});
