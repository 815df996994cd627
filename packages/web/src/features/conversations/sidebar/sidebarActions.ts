import type { ConversationSummary, Folder } from "@lectern/contract";
import type { FocusableRow } from "../../../ui/tree/treeRows.ts";
import type { SidebarValue } from "./buildSidebarRows.ts";

/** The actions on a row of the sidebar. The functions must be stable. */
export interface SidebarActions {
  folderOf: (id: string) => Folder | undefined;
  isHidden: (folderId: string) => boolean;
  /** Returns the reason why the row cannot be deleted or moved now; null if it can. */
  blockedReasonOf: (row: FocusableRow<SidebarValue>) => string | null;
  canUseCloud: () => boolean;
  askForFolder: (conversation: ConversationSummary) => void;
  pinConversation: (conversation: ConversationSummary, isPinned: boolean) => void;
  archive: (conversation: ConversationSummary, isArchived: boolean) => void;
  tag: (conversation: ConversationSummary) => void;
  check: (conversation: ConversationSummary) => void;
  move: (conversation: ConversationSummary) => void;
  remove: (row: FocusableRow<SidebarValue>) => void;
  pin: (folder: Folder, isPinned: boolean) => void;
  hide: (folder: Folder, isHidden: boolean) => void;
}
