import { openConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { findWholeConversation } from "../service.ts";

export const openConversationHandler = implement(openConversation, async (ctx, { conversationId }) => {
  const conversation = await findWholeConversation(ctx.db, getOwnerId(ctx.actor), conversationId);
  if (!conversation) throw createConversationNotFoundError();
  return { conversation };
});
