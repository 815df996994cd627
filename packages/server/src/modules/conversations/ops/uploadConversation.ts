import { uploadConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import type { UploadedConversation } from "../upload/parseUploadedConversation.ts";
import { storeUpload } from "../upload/storeUpload.ts";

export const uploadConversationHandler = implement(uploadConversation, async (ctx, input) => {
  const { conversation: codes, conversationId } = input;
  const uploadedConversation = await ctx.backgroundThread.run<object, UploadedConversation>(
    new URL("../upload/parseUploadInThread.ts", import.meta.url),
    { codes, conversationId },
    { transfer: [codes.buffer], signal: ctx.signal },
  );
  const key = { ownerId: getOwnerId(ctx.actor), conversationId };
  return { revision: await storeUpload(ctx, key, uploadedConversation, input.folder) };
});
