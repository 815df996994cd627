import type { MessageHit } from "@lectern/contract";
import { openConversation } from "../shell/routes.ts";

let found: { messageId: string; words: readonly string[] } | null = null;

/** Opens the conversation of a search result at its message, where the words that were found are marked. */
export function openFoundMessage({ conversationId, messageId, passage, marks }: MessageHit): void {
  found = { messageId, words: [...new Set(marks.map(([start, end]) => passage.slice(start, end)))] };
  openConversation(conversationId, { messageId });
}

/** The words for which the message was found last; empty if it was opened in another way, such as by its address. */
export const getFoundWords = (messageId: string): readonly string[] =>
  found?.messageId === messageId ? found.words : [];
