import { uploadConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { storeUpload } from "../storeUpload.ts";
import { readUploadedConversation } from "../uploadedConversation.ts";

export const uploadConversationHandler = implement(uploadConversation, async (ctx, input) => {
  const uploaded = await readUploadedConversation(input.conversation, input.conversationId);
  const place = { ownerId: ctx.actor.userId, conversationId: input.conversationId };
  return { revision: await storeUpload(ctx, place, uploaded, input.folder) };
});
