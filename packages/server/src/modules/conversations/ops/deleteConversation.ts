import { deleteConversation } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { createChangedElsewhereError } from "../createChangedElsewhereError.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { assertNoOpenAnswer } from "../messages/assertNoOpenAnswer.ts";
import type { ConversationKey } from "../messages/repository.ts";
import { publishConversations } from "../publishConversations.ts";
import { deleteConversations, lockConversation } from "../repository.ts";

export const deleteConversationHandler = implement(deleteConversation, async (ctx, { conversationId, revision }) => {
  const ownerId = getOwnerId(ctx.actor);
  const deletedIds = await transaction(ctx.db, async (tx) => {
    if (revision !== undefined) await assertUnchanged(tx, { ownerId, conversationId }, revision);
    return deleteConversations(tx, ownerId, [conversationId]);
  });
  if (deletedIds.length === 0) throw createConversationNotFoundError();
  publishConversations(ctx, ownerId, deletedIds, "deleted");
  return {};
});

/**
 * Throws `conflict` if the conversation has changed since `revision` or an answer is being written in it: the caller
 * keeps a copy, which would lack that change.
 */
async function assertUnchanged(tx: Db, key: ConversationKey, revision: number): Promise<void> {
  const conversation = await lockConversation(tx, key.ownerId, key.conversationId);
  if (!conversation) throw createConversationNotFoundError();
  if (conversation.revision !== revision) throw createChangedElsewhereError();
  await assertNoOpenAnswer(tx, key);
}
