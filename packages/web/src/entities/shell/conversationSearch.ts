import { focusField } from "./focusTargets.ts";

let searchHandler: ((text: string) => void) | null = null;

/** Registers the handler that searches in the list of conversations. Returns the function that removes the handler. */
export function registerConversationSearch(newHandler: (text: string) => void): () => void {
  searchHandler = newHandler;
  return () => {
    if (searchHandler === newHandler) searchHandler = null;
  };
}

/** Reveals the search in the side panel and searches for this text in the names and messages of conversations. */
export function openConversationSearch(text: string): void {
  focusField("conversationSearch");
  searchHandler?.(text);
}
