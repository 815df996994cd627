import { deleteMultipleConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { deleteConversations } from "../repository.ts";

export const deleteMultipleConversationsHandler = implement(
  deleteMultipleConversations,
  async (ctx, { conversationIds }) => ({
    deleted: await deleteConversations(ctx.db, getOwnerId(ctx.actor), conversationIds),
  }),
);
