import { deleteConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { conversationNotFound } from "../conversationNotFound.ts";
import { deleteConversations } from "../repository.ts";

export const deleteConversationHandler = implement(deleteConversation, async (ctx, { conversationId }) => {
  const deleted = await deleteConversations(ctx.db, ctx.actor.userId, [conversationId]);
  if (deleted.length === 0) throw conversationNotFound();
  return {};
});
