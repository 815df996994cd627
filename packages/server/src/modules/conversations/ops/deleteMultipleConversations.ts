import { deleteMultipleConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { deleteConversations } from "../repository.ts";

export const deleteMultipleConversationsHandler = implement(
  deleteMultipleConversations,
  async (ctx, { conversationIds }) => ({
    deleted: await deleteConversations(ctx.db, ctx.actor.userId, conversationIds),
  }),
);
