import {
  addNumberMarks,
  Conversation,
  type ConversationArtifact,
  type ConversationSummary,
  compressTextIncrementally,
  type Folder,
  getBranch,
  groupArtifacts,
  type JsonObject,
  listBranchVersions,
  type Message,
  MessageData,
  MessageRole,
  MessageType,
  type UploadedFolder,
} from "@lectern/contract";
import * as z from "zod/mini";
import { runCooperatively } from "../../core/runCooperatively.ts";
import type { MessageRow, NewMessageRow } from "./messages/repository.ts";
import type { ConversationRow, SummaryRow } from "./repository.ts";

export function presentSummary(row: SummaryRow): ConversationSummary {
  return {
    id: row.id,
    name: row.name,
    modelId: row.model_id,
    folderId: row.folder_id,
    tags: row.tags,
    isLocal: false,
    groupType: row.group_type,
    codeInterpreterAssistantId: row.code_interpreter_assistant_id,
    isPinned: row.is_pinned,
    isArchived: row.is_archived,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const Extra = z.pick(Conversation, {
  ...{ description: true, projectId: true, skipMemory: true, skipSummaries: true, artifacts: true },
});

export function presentConversation(
  row: ConversationRow,
  messages: readonly MessageRow[],
  versions: readonly ConversationArtifact[],
): Conversation {
  const { description, projectId, skipMemory, skipSummaries } = z.parse(Extra, row.extra);
  const numbers = Object.entries(row.artifact_numbers).map(([artifactId, version]) => ({ artifactId, version }));
  const artifacts = addNumberMarks(addOtherArtifacts(row, groupArtifacts(versions)), numbers);
  return {
    ...presentSummary(row),
    ...presentSettings(row),
    ...(description === undefined ? {} : { description }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(skipMemory === undefined ? {} : { skipMemory }),
    ...(skipSummaries === undefined ? {} : { skipSummaries }),
    ...(artifacts === undefined ? {} : { artifacts }),
    messages: messages.map(presentMessage),
    headId: row.head_id,
    revision: row.revision,
  };
}

/** Adds what an older client has uploaded as artifacts and is none. */
function addOtherArtifacts({ extra }: ConversationRow, artifacts: JsonObject | undefined): JsonObject | undefined {
  const { artifacts: others } = z.parse(Extra, extra);
  return others ? { ...others, ...artifacts } : artifacts;
}

const presentSettings = (row: ConversationRow) => ({
  modelId: row.model_id,
  prompt: row.prompt,
  temperature: row.temperature,
  maxTokens: row.max_tokens,
  accountId: row.account_id,
});

export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    parentId: row.parent_id,
    role: z.parse(MessageRole, row.role),
    content: row.content,
    ...(row.label === null ? {} : { label: row.label }),
    ...(row.type === null ? {} : { type: z.parse(MessageType, row.type) }),
    data: z.parse(MessageData, row.data),
    ...(row.topic_data === null ? {} : { topicData: row.topic_data }),
    createdAt: row.created_at.toISOString(),
  };
}

/** Converts a message to its row, without the conversation's key. `now` is used if the message has no time. */
export function toMessageRow(message: Message, now: Date): NewMessageRow {
  return {
    id: message.id,
    parent_id: message.parentId,
    role: message.role,
    content: message.content,
    label: message.label ?? null,
    type: message.type ?? null,
    data: JSON.stringify(message.data),
    topic_data: message.topicData ? JSON.stringify(message.topicData) : null,
    created_at: parseTimestampOr(message.createdAt, now),
  };
}

/** Parses a timestamp. Returns `fallback` if it is missing, invalid or before year 1, which PostgreSQL rejects. */
export function parseTimestampOr(timestamp: string | undefined, fallback: Date): Date {
  const date = timestamp === undefined ? fallback : new Date(timestamp);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 ? fallback : date;
}

/**
 * Converts a conversation for the ops that return whole conversations. Only the shown branch's messages are included.
 */
export async function presentWholeConversation(
  row: ConversationRow,
  messages: readonly MessageRow[],
  versions: readonly ConversationArtifact[],
): Promise<Record<string, unknown>> {
  const branch = getBranch(messages.map(presentMessage), row.head_id);
  const branchVersions = listBranchVersions(versions, new Set(branch.map(({ id }) => id)));
  const codes = new Map<ConversationArtifact, number[]>();
  for (const version of branchVersions) {
    codes.set(version, await runCooperatively(compressTextIncrementally(version.contents)));
  }
  const toWireVersion = (version: ConversationArtifact) => ({ ...version, contents: codes.get(version) ?? [] });
  const artifacts = addOtherArtifacts(row, groupArtifacts(branchVersions, toWireVersion));
  return {
    ...row.extra,
    ...(artifacts === undefined ? {} : { artifacts }),
    ...presentSummary(row),
    ...presentSettings(row),
    model: presentModel(row),
    messages: branch,
    revision: row.revision,
  };
}

/** Converts a row to an entry of `get/all` and `get/empty`. */
export function presentListEntry(row: ConversationRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    model: presentModel(row),
    folderId: row.folder_id,
    tags: row.tags,
    isLocal: false,
    groupType: row.group_type,
    codeInterpreterAssistantId: row.code_interpreter_assistant_id,
  };
}

/** Converts a folder to its form in `get/all`. */
export function presentFolder({ id, name, type, date }: Folder): UploadedFolder {
  return { id, name, type, ...(date === undefined ? {} : { date }) };
}

/**
 * Returns the uploaded model if the conversation still uses it, otherwise only the current model's id; null if none.
 */
function presentModel(row: ConversationRow): Record<string, unknown> | null {
  if (row.model_id === null) return null;
  const { model } = row.extra;
  const isSameModel = typeof model === "object" && model !== null && "id" in model && model.id === row.model_id;
  return isSameModel ? { ...model } : { id: row.model_id };
}
