import {
  type Conversation,
  type ConversationSummary,
  type Folder,
  getEmptyConversations,
  isBuiltInFolder,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";

/** [C8.48] What the notices of cleaning up say, word for word. */
export const cleanUpTexts = {
  removingConversations: "Removing Empty Conversations...",
  noConversations: "No Empty Conversations To Remove",
  removingFolders: "Removing Empty Folders...",
  noFolders: "No Empty Folders To Remove",
} as const;

/**
 * Conversations without any message. The server is asked which of those in the cloud have some; what may be empty is then read once
 * more, because a first message may have come meanwhile. One that cannot be read is left alone. Throws CallError where the server
 * does not answer and there are cloud conversations.
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
    const whole = await read(conversation.id).catch(() => null);
    if (whole?.messages.length === 0) empty.push(conversation);
  }
  return empty;
}

/** Folders that a person may delete and that hold no conversation. */
export function findEmptyFolders(
  folders: readonly Folder[],
  conversations: readonly { folderId: string | null }[],
): Folder[] {
  const used = new Set(conversations.map(({ folderId }) => folderId));
  return folders.filter(({ id, isGroupFolder }) => !used.has(id) && !isGroupFolder && !isBuiltInFolder(id));
}
