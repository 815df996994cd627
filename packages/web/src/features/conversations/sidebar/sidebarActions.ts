import type { ConversationSummary, Folder } from "@lectern/contract";
import type { FocusableRow } from "../../../ui/tree/treeRows.ts";
import type { SidebarValue } from "./buildSidebarRows.ts";

/** Where the menu of a conversation is. After an action of the header's menu, the focus stays in the header. */
export type MenuPlace = "list" | "header";

/** The actions on a row of the sidebar. The functions must be stable. */
export interface SidebarActions {
  folderOf: (id: string) => Folder | undefined;
  isHidden: (folderId: string) => boolean;
  /** Returns the reason why the row cannot be deleted or moved now; null if it can. */
  blockedReasonOf: (row: FocusableRow<SidebarValue>) => string | null;
  canUseCloud: () => boolean;
  askForName: (conversation: ConversationSummary) => void;
  askForFolder: (conversation: ConversationSummary) => void;
  pinConversation: (conversation: ConversationSummary, isPinned: boolean, place: MenuPlace) => void;
  archive: (conversation: ConversationSummary, isArchived: boolean, place: MenuPlace) => void;
  tag: (conversation: ConversationSummary) => void;
  check: (conversation: ConversationSummary) => void;
  move: (conversation: ConversationSummary) => void;
  removeConversation: (conversation: ConversationSummary) => void;
  remove: (row: FocusableRow<SidebarValue>) => void;
  pin: (folder: Folder, isPinned: boolean) => void;
  hide: (folder: Folder, isHidden: boolean) => void;
}

let currentActions: SidebarActions | null = null;

/** Offers the actions to the header of the open conversation. Returns the function that ends this. */
export function registerSidebarActions(actions: SidebarActions): () => void {
  currentActions = actions;
  return () => {
    if (currentActions === actions) currentActions = null;
  };
}

/** The actions of the sidebar, which is mounted even while it is closed; null while it is not. */
export const getSidebarActions = (): SidebarActions | null => currentActions;
