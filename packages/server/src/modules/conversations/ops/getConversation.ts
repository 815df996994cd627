import { compressInSteps, getConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { inSteps } from "../inSteps.ts";
import { listMessages } from "../messages/repository.ts";
import { noSuchConversation } from "../noSuchConversation.ts";
import { presentWhole } from "../present.ts";
import { findConversation } from "../repository.ts";

export const getConversationHandler = implement(getConversation, async (ctx, { conversationId }) => {
  const ownerId = ctx.actor.userId;
  const row = await findConversation(ctx.db, ownerId, conversationId);
  if (!row) throw noSuchConversation({ type: "NoSuchKey" });
  const messages = await listMessages(ctx.db, { ownerId, conversationId });
  return { conversation: await inSteps(compressInSteps(JSON.stringify(presentWhole(row, messages)))) };
});
