import { updateConversation } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { listMessagesById } from "../messages/repository.ts";
import { conversationNotFound } from "../conversationNotFound.ts";
import { presentSummary } from "../present.ts";
import { updateConversationRow, lockConversation } from "../repository.ts";

/** A blank name leaves the name as it is. To look at another version of an answer does not move the conversation in the list. */
export const updateConversationHandler = implement(updateConversation, async (ctx, { conversationId, changes }) => {
  const ownerId = ctx.actor.userId;
  const { headId } = changes;
  const name = changes.name?.trim();
  const shown = headId === undefined ? {} : { head_id: headId };
  const settings = {
    ...(name ? { name } : {}),
    ...(changes.modelId === undefined ? {} : { model_id: changes.modelId }),
    ...(changes.prompt === undefined ? {} : { prompt: changes.prompt }),
    ...(changes.temperature === undefined ? {} : { temperature: changes.temperature }),
    ...(changes.maxTokens === undefined ? {} : { max_tokens: changes.maxTokens }),
    ...(changes.folderId === undefined ? {} : { folder_id: changes.folderId }),
    ...(changes.tags === undefined ? {} : { tags: JSON.stringify(changes.tags) }),
  };
  const moves = Object.keys(settings).length > 0;

  const row = await transaction(ctx.db, async (tx) => {
    const conversation = await lockConversation(tx, ownerId, conversationId);
    if (!conversation) throw conversationNotFound();
    if (headId && (await listMessagesById(tx, { ownerId, conversationId }, [headId])).length === 0) {
      const issue = { path: "changes.headId", message: "names no message of this conversation" };
      throw new AppError("invalidInput", { issues: [issue] });
    }
    if (!moves && headId === undefined) return conversation;
    const updated = moves ? { updated_at: ctx.clock.now() } : {};
    return updateConversationRow(tx, ownerId, conversationId, { ...settings, ...shown, ...updated });
  });
  if (!row) throw conversationNotFound();
  return { conversation: presentSummary(row), revision: row.revision };
});
