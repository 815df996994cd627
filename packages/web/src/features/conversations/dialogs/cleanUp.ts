import {
  type Conversation,
  type ConversationSummary,
  type Folder,
  getEmptyConversations,
  isBuiltInFolder,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";

/** The texts of the notices, exactly as specified. */
export const cleanUpTexts = {
  removingConversations: "Removing Empty Conversations...",
  noConversations: "No Empty Conversations To Remove",
  removingFolders: "Removing Empty Folders...",
  noFolders: "No Empty Folders To Remove",
} as const;

/**
 * Finds conversations without messages. The server reports which cloud conversations have messages. Then reads each
 * conversation that may be empty, because its first message may have arrived in the meantime, and skips those that
 * cannot be read. Throws CallError if there are cloud conversations and the server cannot be reached.
 */
export async function findEmptyConversations(
  conversations: readonly ConversationSummary[],
  read: (id: string) => Promise<Conversation>,
): Promise<ConversationSummary[]> {
  const hasCloud = conversations.some(({ isLocal }) => !isLocal);
  const nonEmpty = new Set(hasCloud ? (await call(getEmptyConversations, {})).nonEmptyIds : []);
  const empty: ConversationSummary[] = [];
  for (const conversation of conversations) {
    if (nonEmpty.has(conversation.id)) continue;
    const fullConversation = await read(conversation.id).catch(() => null);
    if (fullConversation?.messages.length === 0) empty.push(conversation);
  }
  return empty;
}

/** Finds the folders that the person may delete and that contain no conversation. */
export function findEmptyFolders(
  folders: readonly Folder[],
  conversations: readonly { folderId: string | null }[],
): Folder[] {
  const usedFolderIds = new Set(conversations.map(({ folderId }) => folderId));
  return folders.filter(({ id, isGroupFolder }) => !usedFolderIds.has(id) && !isGroupFolder && !isBuiltInFolder(id));
}
