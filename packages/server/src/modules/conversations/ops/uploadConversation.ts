import { uploadConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { parseUploadedConversation } from "../upload/parseUploadedConversation.ts";
import { storeUpload } from "../upload/storeUpload.ts";

export const uploadConversationHandler = implement(uploadConversation, async (ctx, input) => {
  const uploadedConversation = await parseUploadedConversation(input.conversation, input.conversationId);
  const key = { ownerId: ctx.actor.userId, conversationId: input.conversationId };
  return { revision: await storeUpload(ctx, key, uploadedConversation, input.folder) };
});
