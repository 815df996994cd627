import type { Conversation, Message } from "@lectern/contract";

/** Puts messages in the place of those with the same ids, and the new ones at the end. */
export function upsertMessages(messages: readonly Message[], changed: readonly Message[]): Message[] {
  const byId = new Map(changed.map((message) => [message.id, message]));
  const replaced = messages.map((message) => {
    const next = byId.get(message.id);
    byId.delete(message.id);
    return next ?? message;
  });
  return [...replaced, ...byId.values()];
}

/** The same with an answer. One whose question is gone, because the messages were cleared meanwhile, is left out. */
export function upsertAnswer(conversation: Conversation, reply: Message): Conversation {
  const hasPlace = conversation.messages.some(({ id }) => id === reply.id || id === reply.parentId);
  return hasPlace ? { ...conversation, messages: upsertMessages(conversation.messages, [reply]) } : conversation;
}

/**
 * A cloud conversation as the server gave it, with the messages of the copy in this tab that the server has not confirmed yet:
 * a turn that is being sent must not go from the screen because something else has changed.
 */
export function withUnconfirmed(
  stored: Conversation,
  copy: Conversation | null,
  unconfirmedIds: ReadonlySet<string>,
): Conversation {
  if (!copy || unconfirmedIds.size === 0) return stored;
  const storedIds = new Set(stored.messages.map(({ id }) => id));
  const missing = copy.messages.filter(({ id }) => unconfirmedIds.has(id) && !storedIds.has(id));
  if (missing.length === 0) return stored;
  const isHeadMissing = missing.some(({ id }) => id === copy.headId);
  return {
    ...stored,
    messages: [...stored.messages, ...missing],
    headId: isHeadMissing ? copy.headId : stored.headId,
  };
}
