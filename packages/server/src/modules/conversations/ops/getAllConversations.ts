import { getAllConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listConversationIds } from "../repository.ts";
import { signListPages } from "../signedPages.ts";

export const getAllConversationsHandler = implement(getAllConversations, async (ctx) => {
  const rows = await listConversationIds(ctx.db, getOwnerId(ctx.actor));
  const ids = rows.map(({ id }) => id);
  return { presignedUrls: signListPages(ctx, getOwnerId(ctx.actor), "all", ids) };
});
