import type { ConversationSummary, Folder, MessageHit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useDeferredValue, useMemo, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { searchConversations } from "../../../entities/conversations/searchConversations.ts";
import { getStorageLocation } from "../../../entities/conversations/storageSelection.ts";
import { useStorageSelection } from "../../../entities/conversations/useStorageSelection.ts";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { sortFolders } from "../../../entities/prompts/store/sortFolders.ts";
import { useFolders } from "../../../entities/prompts/store/useFolders.ts";
import type { TreeRow } from "../../../ui/tree/treeRows.ts";
import { hasTags, parseSearch, type Search } from "../search/parseSearch.ts";
import { type MessageSearch, useMessageSearch } from "../search/useMessageSearch.ts";
import { buildHitRows, buildSidebarRows, type SidebarValue } from "./buildSidebarRows.ts";
import { type FolderView, useFolderView } from "./useFolderView.ts";
import { useToday } from "./useToday.ts";

export interface SidebarView {
  rows: readonly TreeRow<SidebarValue>[];
  folders: readonly Folder[];
  folderView: FolderView;
  /** The text in the search field. `search` may lag behind this text. */
  typedText: string;
  setTypedText: (typedText: string) => void;
  search: Search;
  messageSearch: MessageSearch;
  /**
   * The conversations with matching tags whose names or folders' names match, most recently changed first. Without a
   * search: all except those of hidden folders.
   */
  foundConversations: readonly ConversationSummary[];
  /** True while the archived conversations are listed instead of the others. */
  showsArchived: boolean;
  setShowsArchived: (showsArchived: boolean) => void;
  toggle: (folderId: string, isOpen: boolean) => void;
}

/** Builds the content of the sidebar: folders, days, and search results. */
export function useSidebarView(conversations: readonly ConversationSummary[], selectedId: string | null): SidebarView {
  const { userId } = useConversationStore();
  const folders = useFolders("chat");
  const folderView = useFolderView(userId);
  const today = useToday();
  const [typedText, setTypedText] = useState("");
  const deferredText = useDeferredValue(typedText);
  const parsedSearch = useMemo(() => parseSearch(deferredText), [deferredText]);
  const { text } = parsedSearch;
  const tags = useStableList(parsedSearch.tags);
  const messageSearch = useMessageSearch(text);
  const isSearching = text !== "" || tags.length > 0;
  const [showsArchived, setShowsArchived] = useState(false);
  // A chat that is opened elsewhere is found in the list: the archive closes unless it holds the chat.
  const [seenSelectedId, setSeenSelectedId] = useState(selectedId);
  if (seenSelectedId !== selectedId) {
    setSeenSelectedId(selectedId);
    const isArchived = conversations.some((each) => each.id === selectedId && each.isArchived === true);
    if (showsArchived && !isArchived) setShowsArchived(false);
  }

  const { sort, openIds, hiddenIds, showsHidden } = folderView;
  const shownFolders = useMemo(
    () =>
      sortFolders(folders, sort).filter(({ id, isGroupFolder }) => showsHidden || !isGroupFolder || !hiddenIds.has(id)),
    [folders, sort, hiddenIds, showsHidden],
  );
  const hiddenFolderIds = useMemo(() => {
    const visibleFolderIds = new Set(shownFolders);
    return new Set(folders.filter((folder) => !visibleFolderIds.has(folder)).map(({ id }) => id));
  }, [folders, shownFolders]);
  const matchedFolderIds = useMemo(() => findFolderIds(shownFolders, text), [shownFolders, text]);
  // Hide archived conversations and those of hidden folders, except during a search.
  const foundConversations = useStableList(
    useMemo(() => {
      const taggedConversations =
        tags.length === 0 ? conversations : conversations.filter((each) => hasTags(each, tags));
      if (isSearching) {
        const named = new Set(searchConversations(taggedConversations, text));
        return taggedConversations.filter((each) => named.has(each) || matchedFolderIds.has(each.folderId ?? ""));
      }
      return conversations.filter(({ folderId, isArchived = false }) =>
        showsArchived ? isArchived : !isArchived && !hiddenFolderIds.has(folderId ?? ""),
      );
    }, [conversations, text, tags, isSearching, showsArchived, hiddenFolderIds, matchedFolderIds]),
  );

  // The folder of the open conversation is also open, unless the person has closed it while this conversation was open.
  const [folderClosedForId, setFolderClosedForId] = useState<string | null>(null);
  const selectedFolderId = useMemo(
    () => conversations.find(({ id }) => id === selectedId)?.folderId ?? null,
    [conversations, selectedId],
  );
  const allOpenIds = useMemo(
    () =>
      selectedFolderId === null || folderClosedForId === selectedId ? openIds : new Set([...openIds, selectedFolderId]),
    [openIds, selectedFolderId, folderClosedForId, selectedId],
  );
  // Folders are the same on all devices, chats that are stored in a browser are not.
  const isStoredHere = getStorageLocation(useStorageSelection()) === "local";
  const emptyFolderNote = isStoredHere ? t`No chats in this browser` : t`No chats`;
  const conversationRows = useMemo(
    () =>
      buildSidebarRows({
        folders: showsArchived && !isSearching ? [] : shownFolders,
        hiddenIds,
        openIds: allOpenIds,
        conversations: foundConversations,
        today,
        isSearching,
        matchedFolderIds: tags.length === 0 ? matchedFolderIds : noFolderIds,
        groupsPinned: !isSearching && !showsArchived,
        emptyFolderNote,
      }),
    [
      shownFolders,
      hiddenIds,
      allOpenIds,
      foundConversations,
      today,
      isSearching,
      matchedFolderIds,
      tags,
      showsArchived,
      emptyFolderNote,
    ],
  );
  const allHits = messageSearch.status === "idle" ? noHits : messageSearch.hits;
  const conversationById = useMemo(
    () => (allHits.length === 0 ? new Map<string, ConversationSummary>() : indexById(conversations, tags)),
    [allHits, conversations, tags],
  );
  const hits = useMemo(
    () => allHits.filter(({ conversationId }) => conversationById.has(conversationId)),
    [allHits, conversationById],
  );
  const note = getMessageSearchNote(messageSearch, text, hits.length);
  const isIdle = messageSearch.status === "idle";
  // Reuse the rows until their content changes, so that thousands of rows are not laid out again at each key press.
  const rows = useMemo(
    () => (isIdle ? conversationRows : [...conversationRows, ...buildHitRows({ hits, conversationById, note })]),
    [conversationRows, isIdle, hits, conversationById, note],
  );
  return {
    rows,
    folders,
    folderView,
    typedText,
    setTypedText,
    search: { text, tags },
    messageSearch,
    foundConversations,
    showsArchived,
    setShowsArchived,
    toggle(folderId, isOpen) {
      if (folderId === selectedFolderId) setFolderClosedForId(isOpen ? null : selectedId);
      folderView.setOpen(folderId, isOpen);
    },
  };
}

/** Finds the folders whose names, as they are shown, contain every word of the text; none if it has no words. */
function findFolderIds(folders: readonly Folder[], text: string): ReadonlySet<string> {
  if (text === "") return noFolderIds;
  const named = folders.map((folder) => ({ id: folder.id, name: getFolderName(folder) }));
  const matches = searchConversations(named, text);
  return matches.length === 0 ? noFolderIds : new Set(matches.map(({ id }) => id));
}

const noFolderIds: ReadonlySet<string> = new Set();
const noHits: readonly MessageHit[] = [];

/** Returns the note on the message search below the hits; null if there is none. */
export function getMessageSearchNote(messageSearch: MessageSearch, text: string, shownHitCount: number): string | null {
  switch (messageSearch.status) {
    case "idle":
      return null;
    case "searching":
      return t`Searching messages…`;
    case "failed":
      return t`Couldn’t search the messages in the cloud.`;
    case "done":
      return shownHitCount === 0 ? t`No message contains “${text}”.` : null;
    default:
      return messageSearch satisfies never;
  }
}

function indexById(conversations: readonly ConversationSummary[], tags: readonly string[]) {
  const taggedConversations = tags.length === 0 ? conversations : conversations.filter((each) => hasTags(each, tags));
  return new Map(taggedConversations.map((conversation) => [conversation.id, conversation]));
}

/** Returns the list of the last render if this one has the same items, so that memoized values stay valid. */
function useStableList<T>(list: readonly T[]): readonly T[] {
  const [stableList, setStableList] = useState(list);
  const isSame =
    list === stableList ||
    (list.length === stableList.length && list.every((item, index) => item === stableList[index]));
  if (!isSame) setStableList(list);
  return isSame ? stableList : list;
}
