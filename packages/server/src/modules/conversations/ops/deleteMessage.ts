import { deleteMessage, listSubtreeIds, removeMessageFromTree } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { assertNoOpenAnswer } from "../messages/assertNoOpenAnswer.ts";
import { deleteMessages, deleteSummaries, listMessageLinks, relinkMessages } from "../messages/repository.ts";
import { publishSaved } from "../publishConversations.ts";
import { lockConversation, updateConversationRow } from "../repository.ts";

export const deleteMessageHandler = implement(deleteMessage, async (ctx, { conversationId, messageId }) => {
  const ownerId = getOwnerId(ctx.actor);
  const key = { ownerId, conversationId };
  const row = await transaction(ctx.db, async (tx) => {
    const conversation = await lockConversation(tx, ownerId, conversationId);
    if (!conversation) throw createConversationNotFoundError();
    const links = await listMessageLinks(tx, key);
    const messages = links.map(({ id, parent_id, role }) => ({ id, parentId: parent_id, role }));
    if (!messages.some(({ id }) => id === messageId)) return conversation;
    await assertNoOpenAnswer(tx, key);

    const remainingTree = removeMessageFromTree({ messages, headId: conversation.head_id }, messageId);
    const remainingIds = new Set(remainingTree.messages.map(({ id }) => id));
    const deletedIds = messages.filter(({ id }) => !remainingIds.has(id)).map(({ id }) => id);
    const oldParentIds = new Map(messages.map(({ id, parentId }) => [id, parentId]));
    const relinkedMessages = remainingTree.messages.filter(({ id, parentId }) => oldParentIds.get(id) !== parentId);
    await relinkMessages(tx, key, relinkedMessages, conversation.revision + 1);
    await deleteMessages(tx, key, deletedIds);
    // A summary would repeat the deleted message.
    await deleteSummaries(tx, key, [...listSubtreeIds(messages, messageId)], conversation.revision + 1);
    return updateConversationRow(tx, ownerId, conversationId, {
      head_id: remainingTree.headId,
      updated_at: ctx.clock.now(),
    });
  });
  if (!row) throw createConversationNotFoundError();
  publishSaved(ctx, key, row.revision);
  return { revision: row.revision, headId: row.head_id, updatedAt: row.updated_at.toISOString() };
});
