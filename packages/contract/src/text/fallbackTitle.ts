import { defaultConversationName, maxTitleLength } from "../limits.ts";

interface TitleSource {
  role: string;
  content: string;
}

/** Returns the first 30 characters of the person's first message, or else of the first message, with three dots. */
export function buildFallbackTitle(messages: readonly TitleSource[]): string {
  const sourceMessage = messages.find(({ role }) => role === "user") ?? messages[0];
  // A character has at most two code units.
  const beginning = (sourceMessage?.content ?? "").trimStart().slice(0, 2 * maxTitleLength);
  return `${[...beginning].slice(0, maxTitleLength).join("").trimEnd()}...`;
}

/**
 * True if a conversation may get a title: nobody has named it, and no model has. It has the fallback title while its
 * first question has no answer.
 */
export function isUntitled(name: string, messages: readonly TitleSource[]): boolean {
  return name === defaultConversationName || name === buildFallbackTitle(messages);
}
