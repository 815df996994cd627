import { createConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishSaved } from "../publishConversations.ts";
import { firstRevision, storeNewConversation } from "../upload/storeNewConversation.ts";

export const createConversationHandler = implement(createConversation, async (ctx, input) => {
  const ownerId = getOwnerId(ctx.actor);
  const conversation = await storeNewConversation(ctx, ownerId, input.conversation);
  publishSaved(ctx, { ownerId, conversationId: conversation.id }, firstRevision);
  return { conversation };
});
