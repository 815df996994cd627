import { deleteMessage, removeMessageFromTree } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertNoOpenReply } from "../messages/assertNoOpenReply.ts";
import { deleteMessages, listMessageLinks, relinkMessages } from "../messages/repository.ts";
import { conversationNotFound } from "../conversationNotFound.ts";
import { updateConversationRow, lockConversation } from "../repository.ts";

export const deleteMessageHandler = implement(deleteMessage, async (ctx, { conversationId, messageId }) => {
  const ownerId = ctx.actor.userId;
  const place = { ownerId, conversationId };
  const row = await transaction(ctx.db, async (tx) => {
    const conversation = await lockConversation(tx, ownerId, conversationId);
    if (!conversation) throw conversationNotFound();
    const links = await listMessageLinks(tx, place);
    const messages = links.map(({ id, parent_id, role }) => ({ id, parentId: parent_id, role }));
    if (!messages.some(({ id }) => id === messageId)) return conversation;
    await assertNoOpenReply(tx, place);

    const left = removeMessageFromTree({ messages, headId: conversation.head_id }, messageId);
    const kept = new Set(left.messages.map(({ id }) => id));
    const gone = messages.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
    const before = new Map(messages.map(({ id, parentId }) => [id, parentId]));
    const moved = left.messages.filter(({ id, parentId }) => before.get(id) !== parentId);
    await relinkMessages(tx, place, moved, conversation.revision + 1);
    await deleteMessages(tx, place, gone);
    return updateConversationRow(tx, ownerId, conversationId, { head_id: left.headId, updated_at: ctx.clock.now() });
  });
  if (!row) throw conversationNotFound();
  return { revision: row.revision, headId: row.head_id, updatedAt: row.updated_at.toISOString() };
});
