import { deleteConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { deleteConversations } from "../repository.ts";

export const deleteConversationHandler = implement(deleteConversation, async (ctx, { conversationId }) => {
  const deletedIds = await deleteConversations(ctx.db, ctx.actor.userId, [conversationId]);
  if (deletedIds.length === 0) throw createConversationNotFoundError();
  return {};
});
