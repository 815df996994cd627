import { focusField } from "./focusTargets.ts";

interface ConversationListCommands {
  /** Searches for the text in the names and messages of conversations. */
  search: (text: string) => void;
  /** Lists the archived conversations and moves the focus there. */
  showArchived: () => void;
  /** Opens this folder in the list of all conversations and moves the focus to it. */
  showFolder: (folderId: string) => void;
}

let commands: ConversationListCommands | null = null;

/** Registers the commands of the list of conversations. Returns the function that removes them. */
export function registerConversationListCommands(newCommands: ConversationListCommands): () => void {
  commands = newCommands;
  return () => {
    if (commands === newCommands) commands = null;
  };
}

/** Reveals the search in the side panel and searches for this text in the names and messages of conversations. */
export function openConversationSearch(text: string): void {
  focusField("conversationSearch");
  commands?.search(text);
}

/** Reveals the archived conversations in the side panel. */
export function openArchivedConversations(): void {
  focusField("conversationSearch");
  commands?.showArchived();
}

/** Reveals a folder of conversations in the side panel, open and focused. */
export function openConversationFolder(folderId: string): void {
  focusField("conversationSearch");
  commands?.showFolder(folderId);
}
