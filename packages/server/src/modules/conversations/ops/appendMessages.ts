import { appendMessages } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertCount, bytesAfter } from "../conversationRoom.ts";
import { findMessages, writeMessages } from "../messages/repository.ts";
import { treeIssues } from "../messageTree.ts";
import { noSuchConversation } from "../noSuchConversation.ts";
import { toMessageRow } from "../present.ts";
import { changeConversation, lockConversation } from "../repository.ts";

/** Without a given head, a new message becomes it; replacing one leaves the head where it is. */
export const appendMessagesHandler = implement(appendMessages, async (ctx, { conversationId, messages, headId }) => {
  const ownerId = ctx.actor.userId;
  const place = { ownerId, conversationId };
  const now = ctx.clock.now();

  return transaction(ctx.db, async (tx) => {
    const conversation = await lockConversation(tx, ownerId, conversationId);
    if (!conversation) throw noSuchConversation();
    const named = messages.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId]));
    const ids = new Set(headId ? [...named, headId] : named);
    const stored = new Set((await findMessages(tx, place, [...ids])).map(({ id }) => id));
    const issues = treeIssues(messages, stored, "messages");
    if (headId && !stored.has(headId) && !messages.some(({ id }) => id === headId)) {
      issues.push({ path: "headId", message: "names no message of this conversation" });
    }
    if (issues.length > 0) throw new AppError("invalidInput", { issues });

    const added = messages.filter(({ id }) => !stored.has(id));
    assertCount(conversation.messageCount + added.length);
    const rows = messages.map((message) => toMessageRow(message, now));
    await writeMessages(tx, place, conversation.revision + 1, rows, false);
    const bytes = await bytesAfter(tx, place, conversation.bytes, rows);
    const changed = await changeConversation(tx, ownerId, conversationId, {
      head_id: headId === undefined ? (added.at(-1)?.id ?? conversation.head_id) : headId,
      bytes,
      updated_at: now,
    });
    if (!changed) throw noSuchConversation();
    return { revision: changed.revision, updatedAt: changed.updated_at.toISOString() };
  });
});
