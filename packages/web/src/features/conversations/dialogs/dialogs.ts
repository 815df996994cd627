import type { ConversationSummary, Folder } from "@lectern/contract";

/** What the sidebar asks before something is done. */
export type SidebarQuestion =
  /** `conversations`: what goes into the folder as soon as there is one. `name`: what was typed for it already, or nothing. */
  | { kind: "newFolder"; conversations: readonly ConversationSummary[]; name: string }
  | { kind: "moveToFolder"; conversations: readonly ConversationSummary[] }
  | { kind: "tag"; conversations: readonly ConversationSummary[] }
  | { kind: "move"; conversation: ConversationSummary }
  | { kind: "remove"; conversations: readonly ConversationSummary[] }
  | { kind: "removeFolder"; folder: Folder; conversations: readonly ConversationSummary[] }
  | { kind: "cleanConversations"; conversations: readonly ConversationSummary[] }
  | { kind: "cleanFolders"; folders: readonly Folder[] };
