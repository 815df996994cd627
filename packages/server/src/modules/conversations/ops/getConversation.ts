import { compressTextIncrementally, getConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { listMessages } from "../messages/repository.ts";
import { presentWholeConversation } from "../present.ts";
import { findConversation } from "../repository.ts";
import { runCooperatively } from "../runCooperatively.ts";

export const getConversationHandler = implement(getConversation, async (ctx, { conversationId }) => {
  const ownerId = ctx.actor.userId;
  const row = await findConversation(ctx.db, ownerId, conversationId);
  if (!row) throw createConversationNotFoundError({ type: "NoSuchKey" });
  const messages = await listMessages(ctx.db, { ownerId, conversationId });
  return {
    conversation: await runCooperatively(
      compressTextIncrementally(JSON.stringify(presentWholeConversation(row, messages))),
    ),
  };
});
