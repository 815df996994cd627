import { type Conversation, type ExportedConversation, getBranch, type Message } from "@lectern/contract";

/**
 * Converts a conversation to the file format: `messages` is the shown branch; `tree` has the other branches and the
 * original order, and is absent if `messages` already contains everything in order.
 */
export function toExportedConversation(conversation: Conversation): ExportedConversation {
  const { messages, headId, modelId } = conversation;
  const branch = getBranch(messages, headId);
  const shownIds = new Set(branch.map(({ id }) => id));
  const isLinear =
    messages.length === branch.length &&
    messages.every(({ id }, index) => branch[index]?.id === id) &&
    headId === (branch.at(-1)?.id ?? null);
  const otherMessages = messages.filter(({ id }) => !shownIds.has(id));
  return {
    ...conversation,
    messages: branch,
    ...(modelId === null ? {} : { model: { id: modelId } }),
    ...(isLinear ? {} : { tree: { headId, others: otherMessages, order: messages.map(({ id }) => id) } }),
  };
}

/** Restores the original order of all messages. Messages not listed in `order` come last. */
export function restoreOrder(messages: readonly Message[], order: readonly string[]): Message[] {
  const positions = new Map(order.map((id, index) => [id, index]));
  const getPosition = ({ id }: Message) => positions.get(id) ?? order.length;
  return messages.toSorted((a, b) => getPosition(a) - getPosition(b));
}
