import type { ConversationSummary, Folder } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useLayoutEffect, useMemo, useRef } from "react";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { notifyFailure, notifyInfo } from "../../../ui/notices/notify.tsx";
import type { FocusableRow } from "../../../ui/tree/treeRows.ts";
import type { SidebarQuestion } from "../dialogs/dialogs.ts";
import { notifyArchived } from "../dialogs/notifyArchived.ts";
import type { SidebarValue } from "./buildSidebarRows.ts";
import type { MenuPlace, SidebarActions } from "./sidebarActions.ts";
import type { SidebarView } from "./useSidebarView.ts";

interface SidebarContext {
  selectedId: string | null;
  blockedReason: string | null;
  canUseCloud: boolean;
  store: ConversationStore;
  /** All conversations, not only the search results. */
  conversations: readonly ConversationSummary[];
  view: SidebarView;
  ask: (question: SidebarQuestion) => void;
  /** Enters selection mode with this conversation selected. */
  check: (id: string) => void;
  focusRow: (id: string) => void;
  /** Moves the focus to the row after these conversations, which have left the list. */
  focusAfter: (ids: readonly string[]) => void;
}

interface SidebarHandlers {
  actions: SidebarActions;
  newFolder: () => void;
  toggle: (folderId: string, isOpen: boolean) => void;
  cleanConversations: () => void;
  cleanFolders: () => void;
  rename: (row: FocusableRow<SidebarValue>, name: string) => void;
  drop: (ids: readonly string[], folderId: string | null) => void;
  /** `onDone` gets the ids of the changed conversations. They never reject: failures are shown in a notice. */
  pinMany: MarkMany;
  archiveMany: MarkMany;
  dragLabel: (ids: readonly string[]) => string;
}

type MarkMany = (
  conversations: readonly ConversationSummary[],
  isMarked: boolean,
  onDone: (ids: readonly string[]) => void,
) => Promise<void>;

/**
 * The handlers of the sidebar. Failures are shown in a notice. The functions are stable, so that the list does not
 * render again at each key press in the search.
 */
export function useSidebarActions(context: SidebarContext): SidebarHandlers {
  const promptStore = usePromptStore();
  const latestContextRef = useRef(context);
  useLayoutEffect(() => {
    latestContextRef.current = context;
  });
  return useMemo(() => {
    const folderOf = (id: string) => latestContextRef.current.view.folders.find((folder) => folder.id === id);
    const listFolder = (id: string) => latestContextRef.current.conversations.filter(({ folderId }) => folderId === id);
    const listByIds = (ids: readonly string[]) => {
      const idSet = new Set(ids);
      return latestContextRef.current.conversations.filter(({ id }) => idSet.has(id));
    };
    const ask = (question: SidebarQuestion) => latestContextRef.current.ask(question);
    const saveFolder = (folder: Folder) => void promptStore.saveFolder(folder).catch(notifyFailure);

    const archive = async (conversation: ConversationSummary, isArchived: boolean, place: MenuPlace) => {
      const { id } = conversation;
      const name = getConversationName(conversation);
      // The rows as they are now, with this conversation.
      const { store, focusAfter } = latestContextRef.current;
      await store.changeMarks(id, { isArchived });
      if (place === "list") focusAfter([id]);
      const undo = () => store.changeMarks(id, { isArchived: !isArchived });
      notifyArchived(isArchived, [id], undo, name);
    };

    const blockedReasonOf = (row: FocusableRow<SidebarValue>) => {
      const { blockedReason, selectedId, conversations } = latestContextRef.current;
      const selectedConversation = conversations.find(({ id }) => id === selectedId);
      const isSelected = row.kind === "folder" ? selectedConversation?.folderId === row.id : row.id === selectedId;
      return isSelected ? blockedReason : null;
    };
    const actions: SidebarActions = {
      folderOf,
      blockedReasonOf,
      isHidden: (folderId) => latestContextRef.current.view.folderView.hiddenIds.has(folderId),
      canUseCloud: () => latestContextRef.current.canUseCloud,
      askForName: (conversation) => ask({ kind: "rename", conversation }),
      askForFolder: (conversation) => ask({ kind: "moveToFolder", conversations: [conversation] }),
      pinConversation: ({ id }, isPinned, place) =>
        void latestContextRef.current.store
          .changeMarks(id, { isPinned })
          .then(() => place === "list" && latestContextRef.current.focusRow(id))
          .catch(notifyFailure),
      archive: (...args) => void archive(...args).catch(notifyFailure),
      tag: (conversation) => ask({ kind: "tag", conversations: [conversation] }),
      check: ({ id }) => latestContextRef.current.check(id),
      move: (conversation) => ask({ kind: "move", conversation }),
      removeConversation: (conversation) => ask({ kind: "remove", conversations: [conversation] }),
      remove(row) {
        if (blockedReasonOf(row) !== null) return;
        if (row.kind === "item") actions.removeConversation(row.value.conversation);
        const folder = row.kind === "folder" && row.canRename ? folderOf(row.id) : undefined;
        if (folder) ask({ kind: "removeFolder", folder, conversations: listFolder(folder.id) });
      },
      pin: (folder, pinned) => saveFolder({ ...folder, pinned }),
      hide: ({ id }, isHidden) => latestContextRef.current.view.folderView.setHidden(id, isHidden),
    };

    const cleanConversations = async () => {
      const { cleanUpTexts, findEmptyConversations } = await import("../dialogs/cleanUp.ts");
      notifyInfo("cleanUp", t`Looking for empty chats…`);
      const { conversations, store } = latestContextRef.current;
      const emptyConversations = await findEmptyConversations(conversations, (id) => store.read(id));
      if (emptyConversations.length === 0) notifyInfo("cleanUp", cleanUpTexts.noConversations);
      else ask({ kind: "cleanConversations", conversations: emptyConversations });
    };
    const cleanFolders = async () => {
      const { cleanUpTexts, findEmptyFolders } = await import("../dialogs/cleanUp.ts");
      const folders = findEmptyFolders(latestContextRef.current.view.folders, latestContextRef.current.conversations);
      if (folders.length === 0) notifyInfo("cleanUp", cleanUpTexts.noFolders);
      else ask({ kind: "cleanFolders", folders });
    };
    const moveIdsToFolder = async (ids: readonly string[], folderId: string | null) => {
      const { moveConversationsToFolder } = await import("../dialogs/moveConversationsToFolder.ts");
      const folder = folderId === null ? null : (folderOf(folderId) ?? null);
      if (folderId === null || folder)
        await moveConversationsToFolder(latestContextRef.current.store, listByIds(ids), folder);
    };
    return {
      actions,
      newFolder: () => ask({ kind: "newFolder", conversations: [] }),
      toggle: (folderId, isOpen) => latestContextRef.current.view.toggle(folderId, isOpen),
      cleanConversations: () => void cleanConversations().catch(notifyFailure),
      cleanFolders: () => void cleanFolders().catch(notifyFailure),
      rename(row, typedName) {
        // The shown name may be a translation of the stored one.
        if (row.kind === "item") {
          if (typedName.trim() === row.name) return;
          return void latestContextRef.current.store.rename(row.id, typedName).catch(notifyFailure);
        }
        const folder = folderOf(row.id);
        if (folder && !["", getFolderName(folder)].includes(typedName.trim()))
          saveFolder({ ...folder, name: typedName.trim() });
      },
      pinMany: (conversations, isPinned, onDone) =>
        import("../dialogs/markConversations.ts")
          .then(({ pinConversations }) => pinConversations(latestContextRef.current.store, conversations, isPinned))
          .then(onDone, notifyFailure),
      archiveMany: (conversations, isArchived, onDone) =>
        import("../dialogs/markConversations.ts")
          .then((module) => module.archiveConversations(latestContextRef.current.store, conversations, isArchived))
          .then(onDone, notifyFailure),
      drop: (ids, folderId) => void moveIdsToFolder(ids, folderId).catch(notifyFailure),
      dragLabel(ids) {
        const [firstConversation] = listByIds(ids);
        if (ids.length === 1 && firstConversation) return getConversationName(firstConversation);
        return plural(ids.length, { one: "# chat", other: "# chats" });
      },
    };
  }, [promptStore]);
}
