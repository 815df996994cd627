import type { ConversationSummary, Folder } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { ConversationActions } from "../../../entities/conversations/store/conversationActions.ts";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { notifyFailure, notifyUndoable, type UndoableChange } from "../../../ui/notices/notify.tsx";
import { createBulkError } from "./notifyBulkFailures.ts";
import { undoBulk, undoGroup } from "./undoBulk.ts";

/**
 * Moves conversations to a folder, or out of their folders (null), and shows a notice with Undo. Skips conversations
 * that are already there. Returns the ids of the moved conversations. Says in a notice which could not be moved; if that
 * is all of them, throws the error instead.
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
  const error = createBulkError(outcome, (names) => t`Couldn’t move ${names}.`);
  if (error && outcome.done.length === 0) throw error;
  if (error) notifyFailure(error);
  const movedIds = new Set(outcome.done);
  const movedConversations = conversationsToMove.filter(({ id }) => movedIds.has(id));
  if (movedConversations.length > 0) {
    notifyUndoable({
      kind: `moveToFolder:${folder?.id ?? ""}`,
      group: undoGroup,
      ...createChange(store, movedConversations, folder),
    });
  }
  return outcome.done;
}

/** `movedConversations`: as they were before they were moved to `folder`. */
function createChange(
  store: Pick<ConversationActions, "moveToFolder">,
  movedConversations: readonly ConversationSummary[],
  folder: Pick<Folder, "id" | "name"> | null,
): Omit<UndoableChange, "kind"> {
  const ids = movedConversations.map(({ id }) => id);
  const steps = [...groupIdsByFolder(movedConversations)].map(
    ([previousFolderId, idsInFolder]) =>
      () =>
        store.moveToFolder(idsInFolder, previousFolderId),
  );
  return {
    ids,
    describe: (count) => buildNotice(movedConversations, count, folder),
    undo: () =>
      undoBulk(ids, steps, (restIds) => {
        const restOfConversations = movedConversations.filter(({ id }) => restIds.includes(id));
        return createChange(store, restOfConversations, folder);
      }),
  };
}

function buildNotice(
  [firstConversation]: readonly ConversationSummary[],
  count: number,
  folder: Pick<Folder, "id" | "name"> | null,
): string {
  const name = firstConversation ? getConversationName(firstConversation) : "";
  const folderName = folder ? getFolderName(folder) : "";
  return folder
    ? plural(count, {
        one: `“${name}” moved to “${folderName}”.`,
        other: `# chats moved to “${folderName}”.`,
      })
    : plural(count, {
        one: `“${name}” removed from its folder.`,
        other: "# chats removed from their folders.",
      });
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
