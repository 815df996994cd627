import { appendMessages } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertMessageCount, checkBytesAfterWrite } from "../messages/conversationLimits.ts";
import { serializePerUser } from "../serializePerUser.ts";
import { listMessagesById, listMessageLinks, relinkMessages, upsertMessages } from "../messages/repository.ts";
import { findRelinkIssues, findTreeIssues } from "../messages/findTreeIssues.ts";
import { conversationNotFound } from "../conversationNotFound.ts";
import { toMessageRow } from "../present.ts";
import { updateConversationRow, lockConversation } from "../repository.ts";

/** Without a given head, a new message becomes it; replacing one leaves the head where it is. */
export const appendMessagesHandler = implement(appendMessages, async (ctx, input) => {
  const { conversationId, messages, headId, relink = false } = input;
  const ownerId = ctx.actor.userId;
  const place = { ownerId, conversationId };
  const now = ctx.clock.now();

  const append = async (tx: Db) => {
    const conversation = await lockConversation(tx, ownerId, conversationId);
    if (!conversation) throw conversationNotFound();
    const named = messages.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId]));
    const ids = new Set(headId ? [...named, headId] : named);
    const found = new Map((await listMessagesById(tx, place, [...ids])).map(({ id, parent_id }) => [id, parent_id]));
    const stored = new Set(found.keys());
    const issues = findTreeIssues(messages, stored, "messages");
    const relinked = relink ? messages.filter(({ id, parentId }) => stored.has(id) && found.get(id) !== parentId) : [];
    if (relinked.length > 0 && issues.length === 0) {
      const links = (await listMessageLinks(tx, place)).map(({ id, parent_id }) => ({ id, parentId: parent_id }));
      issues.push(...findRelinkIssues(messages, links, "messages"));
    }
    if (headId && !stored.has(headId) && !messages.some(({ id }) => id === headId)) {
      issues.push({ path: "headId", message: "names no message of this conversation" });
    }
    if (issues.length > 0) throw new AppError("invalidInput", { issues });

    const added = messages.filter(({ id }) => !stored.has(id));
    assertMessageCount(conversation.messageCount + added.length);
    const rows = messages.map((message) => toMessageRow(message, now));
    await upsertMessages(tx, place, conversation.revision + 1, rows, false);
    await relinkMessages(tx, place, relinked, conversation.revision + 1);
    const bytes = await checkBytesAfterWrite(tx, place, conversation.bytes, rows);
    const changed = await updateConversationRow(tx, ownerId, conversationId, {
      head_id: headId === undefined ? (added.at(-1)?.id ?? conversation.head_id) : headId,
      bytes,
      updated_at: now,
    });
    if (!changed) throw conversationNotFound();
    return { revision: changed.revision, updatedAt: changed.updated_at.toISOString() };
  };
  return serializePerUser(ctx, ownerId, messages, () => transaction(ctx.db, append));
});
