import { openConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { listMessages } from "../messages/repository.ts";
import { presentConversation } from "../present.ts";
import { findConversation } from "../repository.ts";

export const openConversationHandler = implement(openConversation, async (ctx, { conversationId }) => {
  const ownerId = getOwnerId(ctx.actor);
  const row = await findConversation(ctx.db, ownerId, conversationId);
  if (!row) throw createConversationNotFoundError();
  const messages = await listMessages(ctx.db, row);
  return { conversation: presentConversation(row, messages) };
});
