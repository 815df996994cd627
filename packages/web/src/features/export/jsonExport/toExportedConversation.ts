import { type Conversation, type ExportedConversation, getBranch, type Message } from "@lectern/contract";

/** Converts a conversation to the file format: `messages` is the shown branch, `tree` has the other branches. */
export function toExportedConversation(conversation: Conversation): ExportedConversation {
  const { messages, headId, modelId } = conversation;
  const shown = getBranch(messages, headId);
  const isShown = new Set(shown.map(({ id }) => id));
  const isLinear =
    messages.length === shown.length &&
    messages.every(({ id }, index) => shown[index]?.id === id) &&
    headId === (shown.at(-1)?.id ?? null);
  const others = messages.filter(({ id }) => !isShown.has(id));
  return {
    ...conversation,
    messages: shown,
    ...(modelId === null ? {} : { model: { id: modelId } }),
    ...(isLinear ? {} : { tree: { headId, others, order: messages.map(({ id }) => id) } }),
  };
}

/** Restores the original order of all messages. Messages not listed in `order` come last. */
export function restoreOrder(messages: readonly Message[], order: readonly string[]): Message[] {
  const positions = new Map(order.map((id, index) => [id, index]));
  const positionOf = ({ id }: Message) => positions.get(id) ?? order.length;
  return messages.toSorted((a, b) => positionOf(a) - positionOf(b));
}
