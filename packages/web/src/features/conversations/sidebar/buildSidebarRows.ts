import type { ConversationSummary, Folder, MessageHit } from "@lectern/contract";
import { isBuiltInFolder } from "@lectern/contract";
import type { TreeFolder, TreeItem, TreeRow } from "../../../ui/tree/treeRows.ts";
import { groupByDay } from "./groupByDay.ts";

/** What a row of the sidebar stands for. */
export type SidebarValue =
  | { kind: "conversation"; conversation: ConversationSummary }
  /** A message in which the searched words were found, and the conversation that it is in. */
  | { kind: "hit"; conversation: ConversationSummary; hit: MessageHit };

export interface SidebarContent {
  /** Sorted; hidden ones left out, unless they are to be shown. */
  folders: readonly Folder[];
  /** Ids of hidden group folders. */
  hiddenIds: ReadonlySet<string>;
  openIds: ReadonlySet<string>;
  /** The last changed first. */
  conversations: readonly ConversationSummary[];
  today: Date;
  /** Something is searched for: folders that have nothing of it are left out, and those that have are open. */
  isSearching: boolean;
}

/** Folders with what is in them, then what is in no folder (that this browser knows of), by day. */
export function buildSidebarRows(content: SidebarContent): TreeRow<SidebarValue>[] {
  const { folders, hiddenIds, openIds, conversations, today, isSearching } = content;
  const byFolder = new Map<string, ConversationSummary[]>(folders.map(({ id }) => [id, []]));
  const unfiled: ConversationSummary[] = [];
  for (const conversation of conversations) (byFolder.get(conversation.folderId ?? "") ?? unfiled).push(conversation);

  const rows: TreeRow<SidebarValue>[] = [];
  for (const folder of folders) {
    const inside = byFolder.get(folder.id) ?? [];
    // What everybody has says nothing as long as nothing is in it.
    if (inside.length === 0 && (isSearching || isBuiltInFolder(folder.id))) continue;
    const isOpen = isSearching || openIds.has(folder.id);
    rows.push(folderRow(folder, { isOpen, count: inside.length, isHidden: hiddenIds.has(folder.id) }));
    if (isOpen) for (const conversation of inside) rows.push(conversationRow(conversation, folder.id));
  }
  for (const { label, items } of groupByDay(unfiled, today)) {
    rows.push({ kind: "heading", id: label, label });
    for (const conversation of items) rows.push(conversationRow(conversation, null));
  }
  return rows;
}

export interface FoundInMessages {
  hits: readonly MessageHit[];
  byId: ReadonlyMap<string, ConversationSummary>;
  /** What is said under the heading: that it goes on, that nothing was found, that a part could not be searched. */
  note: string | null;
}

/** The rows under the names that were found: messages in which the words stand. */
export function buildHitRows({ hits, byId, note }: FoundInMessages): TreeRow<SidebarValue>[] {
  const rows: TreeRow<SidebarValue>[] = [{ kind: "heading", id: "in messages", label: "In messages" }];
  for (const hit of hits) {
    const conversation = byId.get(hit.conversationId);
    if (conversation) rows.push(hitRow(conversation, hit));
  }
  if (note !== null) rows.push({ kind: "note", id: "in messages", text: note });
  return rows;
}

function folderRow(folder: Folder, shown: { isOpen: boolean; count: number; isHidden: boolean }): TreeFolder {
  const { id, name, pinned = false, isGroupFolder = false } = folder;
  const isBuiltIn = isBuiltInFolder(id);
  return {
    kind: "folder",
    id,
    name,
    isOpen: shown.isOpen,
    count: shown.count,
    canRename: !isBuiltIn && !isGroupFolder,
    acceptsDrops: true,
    hasMenu: !isBuiltIn,
    mark: shown.isHidden ? "hidden" : isGroupFolder ? "group" : pinned && !isBuiltIn ? "pinned" : undefined,
  };
}

/** The same conversation in the same folder is the same row: thousands of them are not made again at each key. */
const knownRows = new WeakMap<ConversationSummary, TreeItem<SidebarValue>>();

function conversationRow(conversation: ConversationSummary, folderId: string | null): TreeItem<SidebarValue> {
  const known = knownRows.get(conversation);
  if (known?.folderId === folderId) return known;
  const { id, name } = conversation;
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

function hitRow(conversation: ConversationSummary, hit: MessageHit): TreeItem<SidebarValue> {
  return {
    kind: "item",
    id: `${hit.conversationId} ${hit.messageId}`,
    name: conversation.name,
    folderId: null,
    value: { kind: "hit", conversation, hit },
    heightPx: hitHeightPx,
    isPlain: true,
  };
}
