import { type Conversation, type Message, withNewTopic } from "@lectern/contract";

/** Replaces the messages with the same ids, and appends the new ones. */
export function upsertMessages(messages: readonly Message[], changedMessages: readonly Message[]): Message[] {
  const byId = new Map(changedMessages.map((message) => [message.id, message]));
  const replacedMessages = messages.map((message) => {
    const replacement = byId.get(message.id);
    byId.delete(message.id);
    return replacement ?? message;
  });
  return [...replacedMessages, ...byId.values()];
}

/**
 * Adds or replaces an answer. If its question starts a topic, the question and the message before it say so, too. Ignores
 * the answer if its question is gone because the messages were cleared.
 */
export function upsertAnswer(conversation: Conversation, answer: Message): Conversation {
  const isExpected = conversation.messages.some(({ id }) => id === answer.id || id === answer.parentId);
  if (!isExpected) return conversation;
  return { ...conversation, messages: withNewTopic(upsertMessages(conversation.messages, [answer]), answer) };
}

/**
 * Returns the server's conversation with the unconfirmed messages of this tab's copy: a turn that is being sent must
 * stay on the screen when the conversation is read again.
 */
export function withUnconfirmed(
  storedConversation: Conversation,
  copy: Conversation | null,
  unconfirmedIds: ReadonlySet<string>,
): Conversation {
  if (!copy || unconfirmedIds.size === 0) return storedConversation;
  const storedIds = new Set(storedConversation.messages.map(({ id }) => id));
  const missingMessages = copy.messages.filter(({ id }) => unconfirmedIds.has(id) && !storedIds.has(id));
  if (missingMessages.length === 0) return storedConversation;
  const isHeadMissing = missingMessages.some(({ id }) => id === copy.headId);
  return {
    ...storedConversation,
    messages: [...storedConversation.messages, ...missingMessages],
    headId: isHeadMissing ? copy.headId : storedConversation.headId,
  };
}
