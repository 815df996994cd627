import { compressText, getConversation } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { listMessages } from "../messages/repository.ts";
import { noSuchConversation } from "../noSuchConversation.ts";
import { presentWhole } from "../present.ts";
import { findConversation, measureConversations } from "../repository.ts";
import { wholeConversationLength } from "../uploadedConversation.ts";

export const getConversationHandler = implement(getConversation, async (ctx, { conversationId }) => {
  const ownerId = ctx.actor.userId;
  const row = await findConversation(ctx.db, ownerId, conversationId);
  const [size] = await measureConversations(ctx.db, ownerId, [conversationId]);
  if (!row || !size) throw noSuchConversation({ type: "NoSuchKey" });
  if (size.characters > wholeConversationLength) {
    throw new AppError("tooLarge", { userMessage: "This conversation is too long to be sent as a whole." });
  }
  const messages = await listMessages(ctx.db, { ownerId, conversationId });
  return { conversation: compressText(JSON.stringify(presentWhole(row, messages))) };
});
