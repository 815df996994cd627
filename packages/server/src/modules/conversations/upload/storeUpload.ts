import { defaultConversationName, limits, type UploadedFolder } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { mapCooperatively, runCooperatively } from "../../../core/runCooperatively.ts";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { upsertFolder } from "../../prompts/service.ts";
import { insertWithinLimits } from "../artifacts/changeArtifacts.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import { assertMessageCount, checkBytesAfterWrite } from "../messages/conversationLimits.ts";
import {
  type ConversationKey,
  deleteMessages,
  listMessageLinks,
  relinkMessages,
  upsertMessages,
} from "../messages/repository.ts";
import { parseTimestampOr, toMessageRow } from "../present.ts";
import { publishSaved } from "../publishConversations.ts";
import { insertConversation, lockConversation, updateConversationRow } from "../repository.ts";
import { serializePerUser } from "../serializePerUser.ts";
import { mergeUpload } from "./mergeUpload.ts";
import type { UploadedConversation } from "./parseUploadedConversation.ts";

/** Creates the conversation, or merges the upload into the existing one (`mergeUpload`). Returns the new revision. */
export async function storeUpload(
  platform: Platform,
  key: ConversationKey,
  uploadedConversation: UploadedConversation,
  folder: UploadedFolder | null,
): Promise<number> {
  const { ownerId, conversationId } = key;
  const now = platform.clock.now();
  const merge = async (tx: Db) => {
    if (folder) await upsertFolder(tx, ownerId, { ...folder, date: folder.date ?? null }, now);
    const conversation = await lockOrInsertConversation(
      tx,
      key,
      parseTimestampOr(uploadedConversation.fields.createdAt, now),
      now,
    );
    const links = await mapCooperatively(await listMessageLinks(tx, key), ({ id, parent_id, revision }) => ({
      id,
      parentId: parent_id,
      revision,
    }));
    const { messagesToWrite, idsToDrop, linksToUpdate, headId, messageCount } = await runCooperatively(
      mergeUpload({ links, headId: conversation.head_id }, uploadedConversation),
    );
    assertMessageCount(messageCount);

    const revision = conversation.revision + 1;
    await relinkMessages(tx, key, linksToUpdate, revision);
    await deleteMessages(tx, key, idsToDrop);
    const rows = await mapCooperatively(messagesToWrite, (message) => toMessageRow(message, now));
    await upsertMessages(tx, key, revision, rows, false);
    const bytes = await checkBytesAfterWrite(tx, key, conversation.bytes, rows);
    await updateConversationRow(tx, ownerId, conversationId, {
      ...toChangedColumns(uploadedConversation, folder),
      extra: JSON.stringify({ ...conversation.extra, ...uploadedConversation.extra }),
      head_id: headId,
      bytes,
      updated_at: now,
    });
    await insertWithinLimits(tx, key, uploadedConversation.artifacts);
    return revision;
  };
  const { messages } = uploadedConversation;
  const revision = await serializePerUser(platform, ownerId, messages, () => transaction(platform.db, merge));
  publishSaved(platform, key, revision);
  if (folder) publishBrowserEvent(platform, ownerId, { type: "prompts" });
  return revision;
}

async function lockOrInsertConversation(tx: Db, key: ConversationKey, createdAt: Date, now: Date) {
  const { ownerId, conversationId } = key;
  const existingConversation = await lockConversation(tx, ownerId, conversationId);
  if (existingConversation) return existingConversation;
  const newConversation = await insertConversation(tx, {
    owner_id: ownerId,
    id: conversationId,
    name: defaultConversationName,
    tags: "[]",
    extra: "{}",
    revision: 0,
    created_at: createdAt,
    updated_at: now,
  });
  const row = newConversation ?? (await lockConversation(tx, ownerId, conversationId));
  if (!row) throw createConversationNotFoundError();
  return row;
}

/** Returns the columns that the upload changes. Fields that are missing in the upload do not change. */
function toChangedColumns({ fields }: UploadedConversation, folder: UploadedFolder | null) {
  const name = fields.name?.trim().slice(0, limits.conversationNameLength).toWellFormed();
  const folderId = fields.folderId ?? folder?.id ?? fields.folderId;
  return {
    // An old copy with the default name must not overwrite a chosen name.
    ...(name && name !== defaultConversationName ? { name } : {}),
    ...(fields.modelId === undefined ? {} : { model_id: fields.modelId }),
    ...(fields.prompt === undefined ? {} : { prompt: fields.prompt }),
    ...(fields.temperature === undefined ? {} : { temperature: fields.temperature }),
    ...(fields.maxTokens === undefined ? {} : { max_tokens: fields.maxTokens }),
    ...(fields.accountId === undefined ? {} : { account_id: fields.accountId }),
    ...(folderId === undefined ? {} : { folder_id: folderId }),
    ...(fields.tags === undefined ? {} : { tags: JSON.stringify(fields.tags) }),
    ...(fields.groupType === undefined ? {} : { group_type: fields.groupType }),
    ...(fields.codeInterpreterAssistantId === undefined
      ? {}
      : { code_interpreter_assistant_id: fields.codeInterpreterAssistantId }),
    ...(fields.isPinned === undefined ? {} : { is_pinned: fields.isPinned }),
    ...(fields.isArchived === undefined ? {} : { is_archived: fields.isArchived }),
  };
}
