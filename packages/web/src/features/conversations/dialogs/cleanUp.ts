import {
  type Conversation,
  type ConversationSummary,
  type Folder,
  getEmptyConversations,
  isBuiltInFolder,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";

/** The texts of the notices, exactly as specified. */
export const cleanUpTexts = {
  get removingConversations() {
    return t`Removing Empty Conversations...`;
  },
  get noConversations() {
    return t`No Empty Conversations To Remove`;
  },
  get removingFolders() {
    return t`Removing Empty Folders...`;
  },
  get noFolders() {
    return t`No Empty Folders To Remove`;
  },
};

/**
 * Finds conversations without messages. Asks the server which cloud conversations have messages, and reads each other
 * conversation to be sure, because a first message may have arrived since. Skips conversations that cannot be read.
 * Throws CallError if the server cannot be asked.
 */
export async function findEmptyConversations(
  conversations: readonly ConversationSummary[],
  read: (id: string) => Promise<Conversation>,
): Promise<ConversationSummary[]> {
  const hasCloudConversations = conversations.some(({ isLocal }) => !isLocal);
  const nonEmptyIds = new Set(hasCloudConversations ? (await call(getEmptyConversations, {})).nonEmptyIds : []);
  const emptyConversations: ConversationSummary[] = [];
  for (const conversation of conversations) {
    if (nonEmptyIds.has(conversation.id)) continue;
    const fullConversation = await read(conversation.id).catch(() => null);
    if (fullConversation?.messages.length === 0) emptyConversations.push(conversation);
  }
  return emptyConversations;
}

/** Finds the folders that the person may delete and that contain no conversation. */
export function findEmptyFolders(
  folders: readonly Folder[],
  conversations: readonly { folderId: string | null }[],
): Folder[] {
  const usedFolderIds = new Set(conversations.map(({ folderId }) => folderId));
  return folders.filter(({ id, isGroupFolder }) => !usedFolderIds.has(id) && !isGroupFolder && !isBuiltInFolder(id));
}
