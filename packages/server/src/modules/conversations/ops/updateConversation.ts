import { type OpInput, updateConversation } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { listParentIds } from "../messages/repository.ts";
import { presentSummary } from "../present.ts";
import { publishSaved } from "../publishConversations.ts";
import { lockConversation, updateConversationRow } from "../repository.ts";

type Changes = OpInput<typeof updateConversation>["changes"];

const changesSummaryOnly = ({ prompt, temperature, maxTokens, accountId, headId, ...changes }: Changes) =>
  [
    prompt,
    temperature,
    maxTokens,
    accountId,
    headId,
    changes.projectId,
    changes.skipMemory,
    changes.skipSummaries,
  ].every((value) => value === undefined);

/** A blank name does not change the name. Changing only the head, the group type or the marks does not change the position in the list. */
export const updateConversationHandler = implement(updateConversation, async (ctx, { conversationId, changes }) => {
  const ownerId = getOwnerId(ctx.actor);
  const { headId } = changes;
  const name = changes.name?.trim();
  const positionlessChanges = {
    ...(headId === undefined ? {} : { head_id: headId }),
    ...(changes.groupType === undefined ? {} : { group_type: changes.groupType }),
    ...(changes.isPinned === undefined ? {} : { is_pinned: changes.isPinned }),
    ...(changes.isArchived === undefined ? {} : { is_archived: changes.isArchived }),
  };
  const settingsChanges = {
    ...(name ? { name } : {}),
    ...(changes.modelId === undefined ? {} : { model_id: changes.modelId }),
    ...(changes.prompt === undefined ? {} : { prompt: changes.prompt }),
    ...(changes.temperature === undefined ? {} : { temperature: changes.temperature }),
    ...(changes.maxTokens === undefined ? {} : { max_tokens: changes.maxTokens }),
    ...(changes.accountId === undefined ? {} : { account_id: changes.accountId }),
    ...(changes.folderId === undefined ? {} : { folder_id: changes.folderId }),
    ...(changes.tags === undefined ? {} : { tags: JSON.stringify(changes.tags) }),
  };
  const extraChanges = {
    ...(changes.projectId === undefined ? {} : { projectId: changes.projectId }),
    ...(changes.skipMemory === undefined ? {} : { skipMemory: changes.skipMemory }),
    ...(changes.skipSummaries === undefined ? {} : { skipSummaries: changes.skipSummaries }),
  };
  const changesExtra = Object.keys(extraChanges).length > 0;
  const changesSettings = Object.keys(settingsChanges).length > 0 || changesExtra;

  const row = await transaction(ctx.db, async (tx) => {
    const conversation = await lockConversation(tx, ownerId, conversationId);
    if (!conversation) throw createConversationNotFoundError();
    if (headId && (await listParentIds(tx, { ownerId, conversationId }, [headId])).length === 0) {
      const issue = { path: "changes.headId", message: "is not a message of this conversation" };
      throw new AppError("invalidInput", { issues: [issue] });
    }
    if (!changesSettings && Object.keys(positionlessChanges).length === 0) return conversation;
    const timestampChange = changesSettings ? { updated_at: ctx.clock.now() } : {};
    return updateConversationRow(tx, ownerId, conversationId, {
      ...settingsChanges,
      ...(changesExtra ? { extra: JSON.stringify({ ...conversation.extra, ...extraChanges }) } : {}),
      ...positionlessChanges,
      ...timestampChange,
    });
  });
  if (!row) throw createConversationNotFoundError();
  publishSaved(ctx, { ownerId, conversationId }, row.revision, changesSummaryOnly(changes) ? "summary" : "saved");
  return { conversation: presentSummary(row), revision: row.revision };
});
