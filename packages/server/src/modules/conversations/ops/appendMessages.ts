import { appendMessages } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { mapCooperatively } from "../../../core/runCooperatively.ts";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { assertMessageCount, checkBytesAfterWrite } from "../messages/conversationLimits.ts";
import { findRelinkIssues, findTreeIssues } from "../messages/findTreeIssues.ts";
import { listMessageLinks, listParentIds, relinkMessages, upsertMessages } from "../messages/repository.ts";
import { toMessageRow } from "../present.ts";
import { publishSaved } from "../publishConversations.ts";
import { lockConversation, updateConversationRow } from "../repository.ts";
import { serializePerUser } from "../serializePerUser.ts";

/** If `headId` is missing, the last new message becomes the head. If no message is new, the head does not change. */
export const appendMessagesHandler = implement(appendMessages, async (ctx, input) => {
  const { conversationId, messages, headId, relink = false } = input;
  const ownerId = getOwnerId(ctx.actor);
  const key = { ownerId, conversationId };
  const now = ctx.clock.now();

  const append = async (tx: Db) => {
    const conversation = await lockConversation(tx, ownerId, conversationId);
    if (!conversation) throw createConversationNotFoundError();
    const mentionedIds = messages.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId]));
    const ids = new Set(headId ? [...mentionedIds, headId] : mentionedIds);
    const storedParentIds = new Map(
      (await listParentIds(tx, key, [...ids])).map(({ id, parent_id }) => [id, parent_id]),
    );
    const storedIds = new Set(storedParentIds.keys());
    const issues = findTreeIssues(messages, storedIds, "messages");
    const relinkedMessages = relink
      ? messages.filter(({ id, parentId }) => storedIds.has(id) && storedParentIds.get(id) !== parentId)
      : [];
    if (relinkedMessages.length > 0 && issues.length === 0) {
      const links = (await listMessageLinks(tx, key)).map(({ id, parent_id }) => ({ id, parentId: parent_id }));
      issues.push(...findRelinkIssues(messages, links, "messages"));
    }
    if (headId && !storedIds.has(headId) && !messages.some(({ id }) => id === headId)) {
      issues.push({ path: "headId", message: "is not a message of this conversation" });
    }
    if (issues.length > 0) throw new AppError("invalidInput", { issues });

    const newMessages = messages.filter(({ id }) => !storedIds.has(id));
    assertMessageCount(conversation.messageCount + newMessages.length);
    const rows = await mapCooperatively(messages, (message) => toMessageRow(message, now));
    await upsertMessages(tx, key, conversation.revision + 1, rows, false);
    await relinkMessages(tx, key, relinkedMessages, conversation.revision + 1);
    const bytes = await checkBytesAfterWrite(tx, key, conversation.bytes, rows);
    const updatedRow = await updateConversationRow(tx, ownerId, conversationId, {
      head_id: headId === undefined ? (newMessages.at(-1)?.id ?? conversation.head_id) : headId,
      bytes,
      updated_at: now,
    });
    if (!updatedRow) throw createConversationNotFoundError();
    return { revision: updatedRow.revision, updatedAt: updatedRow.updated_at.toISOString() };
  };
  const output = await serializePerUser(ctx, ownerId, messages, () => transaction(ctx.db, append));
  publishSaved(ctx, key, output.revision);
  return output;
});
