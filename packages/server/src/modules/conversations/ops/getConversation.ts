import { compressTextIncrementally, getConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { runCooperatively } from "../../../core/runCooperatively.ts";
import { getOwnerId } from "../../access/service.ts";
import { listVersions } from "../artifacts/repository.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { listMessages } from "../messages/repository.ts";
import { presentWholeConversation } from "../present.ts";
import { findConversation } from "../repository.ts";

export const getConversationHandler = implement(getConversation, async (ctx, { conversationId }) => {
  const ownerId = getOwnerId(ctx.actor);
  const row = await findConversation(ctx.db, ownerId, conversationId);
  if (!row) throw createConversationNotFoundError({ type: "NoSuchKey" });
  const messages = await listMessages(ctx.db, row);
  const versions = await listVersions(ctx.db, { ownerId, conversationId });
  const whole = await presentWholeConversation(row, messages, versions);
  return {
    conversation: await runCooperatively(compressTextIncrementally(JSON.stringify(whole))),
  };
});
