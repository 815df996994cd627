import type { ConversationSummary, Folder, MessageHit } from "@lectern/contract";
import { isBuiltInFolder } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import type { TreeFolder, TreeItem, TreeRow } from "../../../ui/tree/treeRows.ts";
import { groupByPeriod } from "./groupByPeriod.ts";

/** The conversation or the search result that a row of the sidebar shows. */
export type SidebarValue =
  | { kind: "conversation"; conversation: ConversationSummary }
  /** A message that matches the search, and its conversation. */
  | { kind: "hit"; conversation: ConversationSummary; hit: MessageHit };

export interface SidebarContent {
  /** The folders in display order. Hidden folders are included only while they are shown. */
  folders: readonly Folder[];
  /** The ids of hidden group folders. */
  hiddenIds: ReadonlySet<string>;
  openIds: ReadonlySet<string>;
  /** The conversations, most recently changed first. */
  conversations: readonly ConversationSummary[];
  today: Date;
  /** True during a search: folders with results or a matching name are open, and the others are left out. */
  isSearching: boolean;
  /** During a search, the ids of the folders whose names match, which are shown even if they are empty. */
  matchedFolderIds: ReadonlySet<string>;
  /** True if pinned conversations are listed first, in a group of their own. */
  groupsPinned: boolean;
  /** The note in an open folder that has no conversations here. */
  emptyFolderNote: string;
}

/**
 * Builds the rows: pinned conversations, folders with their conversations, then the conversations without a known
 * folder, grouped by day.
 */
export function buildSidebarRows(content: SidebarContent): TreeRow<SidebarValue>[] {
  const { folders, hiddenIds, openIds, conversations, today, isSearching, matchedFolderIds, groupsPinned } = content;
  const { emptyFolderNote } = content;
  const conversationsByFolder = new Map<string, ConversationSummary[]>(folders.map(({ id }) => [id, []]));
  const unfiledConversations: ConversationSummary[] = [];
  const pinnedConversations: ConversationSummary[] = [];
  for (const conversation of conversations) {
    if (groupsPinned && conversation.isPinned) pinnedConversations.push(conversation);
    else (conversationsByFolder.get(conversation.folderId ?? "") ?? unfiledConversations).push(conversation);
  }

  const rows: TreeRow<SidebarValue>[] = [];
  if (pinnedConversations.length > 0) rows.push({ kind: "heading", id: "pinned", label: t`Pinned` });
  for (const conversation of pinnedConversations) rows.push(toConversationRow(conversation, null));
  let hasFoldersHeading = false;
  for (const folder of folders) {
    const folderConversations = conversationsByFolder.get(folder.id) ?? [];
    // An empty built-in folder, which every person has, is not shown.
    const isLeftOutIfEmpty = isBuiltInFolder(folder.id) || (isSearching && !matchedFolderIds.has(folder.id));
    if (folderConversations.length === 0 && isLeftOutIfEmpty) continue;
    if (!hasFoldersHeading) rows.push({ kind: "heading", id: "folders", label: t`Folders` });
    hasFoldersHeading = true;
    const isOpen = isSearching || openIds.has(folder.id);
    rows.push(toFolderRow(folder, { isOpen, count: folderConversations.length, isHidden: hiddenIds.has(folder.id) }));
    if (!isOpen) continue;
    for (const conversation of folderConversations) rows.push(toConversationRow(conversation, folder.id));
    const hasOnlyPinned = pinnedConversations.some(({ folderId }) => folderId === folder.id);
    if (folderConversations.length === 0 && !hasOnlyPinned) {
      rows.push({ kind: "note", id: folder.id, text: emptyFolderNote });
    }
  }
  for (const { label, items } of groupByPeriod(unfiledConversations, today)) {
    rows.push({ kind: "heading", id: label, label });
    for (const conversation of items) rows.push(toConversationRow(conversation, null));
  }
  return rows;
}

export interface MessageHitList {
  hits: readonly MessageHit[];
  conversationById: ReadonlyMap<string, ConversationSummary>;
  /**
   * A note below the hits: the search is still running, found nothing, or could not search some conversations; null if
   * there is no note.
   */
  note: string | null;
}

/** Builds the rows for the matching messages, which follow the conversations with matching names. */
export function buildHitRows({ hits, conversationById, note }: MessageHitList): TreeRow<SidebarValue>[] {
  const rows: TreeRow<SidebarValue>[] = [{ kind: "heading", id: "in messages", label: t`In messages` }];
  for (const hit of hits) {
    const conversation = conversationById.get(hit.conversationId);
    if (conversation) rows.push(toHitRow(conversation, hit));
  }
  if (note !== null) rows.push({ kind: "note", id: "in messages", text: note });
  return rows;
}

function toFolderRow(folder: Folder, state: { isOpen: boolean; count: number; isHidden: boolean }): TreeFolder {
  const { id, pinned = false, isGroupFolder = false } = folder;
  const isBuiltIn = isBuiltInFolder(id);
  return {
    kind: "folder",
    id,
    name: getFolderName(folder),
    isOpen: state.isOpen,
    count: state.count,
    canRename: !isBuiltIn && !isGroupFolder,
    acceptsDrops: true,
    hasMenu: !isBuiltIn,
    mark: state.isHidden ? "hidden" : isGroupFolder ? "group" : pinned && !isBuiltIn ? "pinned" : undefined,
  };
}

/**
 * The rows created so far. A row is reused while its folder is the same, so that thousands of rows are not created
 * again at each key press.
 */
const knownRows = new WeakMap<ConversationSummary, TreeItem<SidebarValue>>();

function toConversationRow(conversation: ConversationSummary, folderId: string | null): TreeItem<SidebarValue> {
  const existingRow = knownRows.get(conversation);
  const { id } = conversation;
  // Another language changes the default name.
  const name = getConversationName(conversation);
  if (existingRow?.folderId === folderId && existingRow.name === name) return existingRow;
  const row: TreeItem<SidebarValue> = {
    kind: "item",
    id,
    name,
    folderId,
    value: { kind: "conversation", conversation },
  };
  knownRows.set(conversation, row);
  return row;
}

const hitHeightPx = 76;

function toHitRow(conversation: ConversationSummary, hit: MessageHit): TreeItem<SidebarValue> {
  return {
    kind: "item",
    id: `${hit.conversationId} ${hit.messageId}`,
    name: getConversationName(conversation),
    folderId: null,
    value: { kind: "hit", conversation, hit },
    heightPx: hitHeightPx,
    isPlain: true,
  };
}
