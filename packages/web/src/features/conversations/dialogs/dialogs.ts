import type { ConversationSummary, Folder } from "@lectern/contract";

/** A dialog of the sidebar, with its content. */
export type SidebarQuestion =
  /** `conversations`: moved to the new folder. */
  | { kind: "newFolder"; conversations: readonly ConversationSummary[] }
  | { kind: "moveToFolder"; conversations: readonly ConversationSummary[] }
  | { kind: "tag"; conversations: readonly ConversationSummary[] }
  | { kind: "rename"; conversation: ConversationSummary }
  | { kind: "move"; conversation: ConversationSummary }
  | { kind: "remove"; conversations: readonly ConversationSummary[] }
  | { kind: "removeFolder"; folder: Folder; conversations: readonly ConversationSummary[] }
  | { kind: "cleanConversations"; conversations: readonly ConversationSummary[] }
  | { kind: "cleanFolders"; folders: readonly Folder[] };
