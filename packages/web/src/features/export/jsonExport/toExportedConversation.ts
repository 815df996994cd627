import { type Conversation, type ExportedConversation, getBranch, type Message } from "@lectern/contract";

/** A conversation as the file has it: the shown branch as its messages, and what is not on it beside them. */
export function toExportedConversation(conversation: Conversation): ExportedConversation {
  const { messages, headId, modelId } = conversation;
  const shown = getBranch(messages, headId);
  const isShown = new Set(shown.map(({ id }) => id));
  const isPlain =
    messages.length === shown.length &&
    messages.every(({ id }, index) => shown[index]?.id === id) &&
    headId === (shown.at(-1)?.id ?? null);
  const others = messages.filter(({ id }) => !isShown.has(id));
  return {
    ...conversation,
    messages: shown,
    ...(modelId === null ? {} : { model: { id: modelId } }),
    ...(isPlain ? {} : { tree: { headId, others, order: messages.map(({ id }) => id) } }),
  };
}

/** All messages in their order again. What `order` does not name comes last. */
export function restoreOrder(messages: readonly Message[], order: readonly string[]): Message[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const positionOf = ({ id }: Message) => places.get(id) ?? order.length;
  return messages.toSorted((a, b) => positionOf(a) - positionOf(b));
}
