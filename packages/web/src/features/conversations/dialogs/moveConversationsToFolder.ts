import type { ConversationSummary, Folder } from "@lectern/contract";
import type { ConversationActions } from "../../../entities/conversations/store/conversationActions.ts";
import { notifyUndoable } from "../../../ui/notices/notify.tsx";
import { formatCount } from "./formatCount.ts";
import { notifyBulkFailures } from "./notifyBulkFailures.ts";

/**
 * Moves conversations to a folder, or out of their folders (null), and shows a notice with Undo. Skips conversations
 * that are already there. Returns the ids of the moved conversations.
 */
export async function moveConversationsToFolder(
  store: Pick<ConversationActions, "moveToFolder">,
  conversations: readonly ConversationSummary[],
  folder: Pick<Folder, "id" | "name"> | null,
): Promise<readonly string[]> {
  const conversationsToMove = conversations.filter(({ folderId }) => folderId !== (folder?.id ?? null));
  if (conversationsToMove.length === 0) return [];
  const outcome = await store.moveToFolder(
    conversationsToMove.map(({ id }) => id),
    folder?.id ?? null,
  );
  notifyBulkFailures(outcome, "moved");
  const movedIds = new Set(outcome.done);
  const movedConversations = conversationsToMove.filter(({ id }) => movedIds.has(id));
  if (movedConversations.length > 0) {
    notifyUndoable(buildNotice(movedConversations, folder), async () => {
      for (const [previousFolderId, ids] of groupIdsByFolder(movedConversations))
        notifyBulkFailures(await store.moveToFolder(ids, previousFolderId), "moved back");
    });
  }
  return outcome.done;
}

function buildNotice(movedConversations: readonly ConversationSummary[], folder: Pick<Folder, "name"> | null): string {
  const [firstConversation] = movedConversations;
  const subject =
    movedConversations.length === 1 && firstConversation
      ? `“${firstConversation.name}”`
      : formatCount(movedConversations.length, "conversation");
  return folder
    ? `${subject} moved to “${folder.name}”.`
    : `${subject} removed from ${movedConversations.length === 1 ? "its folder" : "their folders"}.`;
}

function groupIdsByFolder(conversations: readonly ConversationSummary[]): Map<string | null, string[]> {
  const ids = new Map<string | null, string[]>();
  for (const { id, folderId } of conversations) {
    const idsInFolder = ids.get(folderId);
    if (idsInFolder) idsInFolder.push(id);
    else ids.set(folderId, [id]);
  }
  return ids;
}
