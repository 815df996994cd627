import {
  type ConversationSummary,
  defaultConversationName,
  listNumberMarks,
  type NewConversation,
} from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { mapCooperatively, runCooperatively } from "../../../core/runCooperatively.ts";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import type { OwnerId } from "../../access/service.ts";
import { insertWithinLimits } from "../artifacts/changeArtifacts.ts";
import { keepNumbers } from "../artifacts/repository.ts";
import { createArtifactBudget, separateArtifacts } from "../artifacts/separateArtifacts.ts";
import { checkInitialBytes } from "../messages/conversationLimits.ts";
import { findTreeIssues } from "../messages/findTreeIssues.ts";
import { upsertMessages } from "../messages/repository.ts";
import { parseTimestampOr, presentSummary, toMessageRow } from "../present.ts";
import { insertConversation } from "../repository.ts";
import { serializePerUser } from "../serializePerUser.ts";

/** The revision of a conversation that has just been created. */
export const firstRevision = 1;

/**
 * Stores a new conversation with its messages and artifacts, all or nothing. The conversations of one call share an
 * `artifactBudget`. Throws `invalidInput`, `tooLarge`, or `conflict` if the owner uses the id.
 */
export async function storeNewConversation(
  platform: Platform,
  ownerId: OwnerId,
  conversation: NewConversation,
  artifactBudget = createArtifactBudget(),
): Promise<ConversationSummary> {
  const now = platform.clock.now();
  const { id, messages } = conversation;
  const issues = findTreeIssues(messages, new Set(), "conversation.messages");
  const headId = conversation.headId ?? messages.at(-1)?.id ?? null;
  if (headId !== null && !messages.some((message) => message.id === headId)) {
    issues.push({ path: "conversation.headId", message: "is not one of the messages" });
  }
  if (issues.length > 0) throw new AppError("invalidInput", { issues });

  const rows = await mapCooperatively(messages, (message) => toMessageRow(message, now));
  const { versions } = await runCooperatively(separateArtifacts(conversation.artifacts, artifactBudget));
  const create = async (tx: Db) => {
    const row = await insertConversation(tx, {
      owner_id: ownerId,
      id,
      name: conversation.name?.trim() || defaultConversationName,
      model_id: conversation.modelId,
      prompt: conversation.prompt,
      temperature: conversation.temperature,
      max_tokens: conversation.maxTokens,
      account_id: conversation.accountId ?? null,
      folder_id: conversation.folderId ?? null,
      tags: JSON.stringify(conversation.tags ?? []),
      group_type: conversation.groupType ?? null,
      code_interpreter_assistant_id: conversation.codeInterpreterAssistantId ?? null,
      is_pinned: conversation.isPinned ?? false,
      is_archived: conversation.isArchived ?? false,
      head_id: headId,
      bytes: checkInitialBytes(rows),
      extra: JSON.stringify({
        ...{ projectId: conversation.projectId, skipMemory: conversation.skipMemory },
        skipSummaries: conversation.skipSummaries,
      }),
      revision: firstRevision,
      created_at: parseTimestampOr(conversation.createdAt, now),
      updated_at: new Date(Math.min(parseTimestampOr(conversation.updatedAt, now).getTime(), now.getTime())),
    });
    if (!row) throw new AppError("conflict", { userMessage: "You already have a chat with this ID." });
    const key = { ownerId, conversationId: id };
    await upsertMessages(tx, key, row.revision, rows, false);
    await insertWithinLimits(tx, key, versions);
    const deletedNumbers = listNumberMarks(conversation.artifacts);
    if (deletedNumbers.length > 0) await keepNumbers(tx, key, deletedNumbers);
    return presentSummary(row);
  };
  return serializePerUser(platform, ownerId, messages, () => transaction(platform.db, create));
}
