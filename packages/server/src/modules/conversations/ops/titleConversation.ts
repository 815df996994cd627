import { titleConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { titleStoredConversation } from "../service.ts";
import { generateTitle, shareTitleGeneration } from "../titles.ts";

export const titleConversationHandler = implement(titleConversation, async (ctx, { conversationId, messages }) => {
  if (!messages) return { name: await titleStoredConversation(ctx, ctx.actor, conversationId) };
  const key = JSON.stringify([getOwnerId(ctx.actor), conversationId, "local"]);
  return { name: await shareTitleGeneration(ctx, key, () => generateTitle(ctx, ctx.actor, null, messages)) };
});
