import type { Message } from "@lectern/contract";
import { getEditableText } from "../../../entities/chat/answer/messageText.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

/** Reads the stored unsaved texts of messages that are being edited, by message id. */
export function readEdits(userId: string, conversationId: string): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(readUserValue(userId, getStorageKey(conversationId)) ?? "{}");
    if (typeof stored !== "object" || stored === null) return new Map();
    return new Map(Object.entries(stored).filter((edit): edit is [string, string] => typeof edit[1] === "string"));
  } catch {
    return new Map();
  }
}

/** Stores the unsaved text of a message, or deletes it if `text` is null. */
export function writeEdit(userId: string, conversationId: string, messageId: string, text: string | null): void {
  const edits = new Map(readEdits(userId, conversationId));
  if (text === null) edits.delete(messageId);
  else edits.set(messageId, text);
  const stored = edits.size === 0 ? null : JSON.stringify(Object.fromEntries(edits));
  writeUserValue(userId, getStorageKey(conversationId), stored);
}

/**
 * Returns the ids of the messages with a stored text that no version of the message has. Any other text was already
 * sent by a page that was closed before it could delete the text.
 */
export function getOpenEditIds(edits: ReadonlyMap<string, string>, messages: readonly Message[]): ReadonlySet<string> {
  const openMessages = messages.filter((message) => {
    const text = edits.get(message.id);
    return (
      text !== undefined && !messages.some((other) => isVersionOf(other, message) && getEditableText(other) === text)
    );
  });
  return new Set(openMessages.map(({ id }) => id));
}

function isVersionOf(other: Message, { parentId, role }: Message): boolean {
  return other.parentId === parentId && other.role === role;
}

const getStorageKey = (conversationId: string) => `edits:${conversationId}`;
