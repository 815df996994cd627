import { deleteMultipleConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishConversations } from "../publishConversations.ts";
import { deleteConversations } from "../repository.ts";

export const deleteMultipleConversationsHandler = implement(
  deleteMultipleConversations,
  async (ctx, { conversationIds }) => {
    const ownerId = getOwnerId(ctx.actor);
    const deleted = await deleteConversations(ctx.db, ownerId, conversationIds);
    publishConversations(ctx, ownerId, deleted, "deleted");
    return { deleted };
  },
);
