import type { Message } from "@lectern/contract";

interface Tree {
  messages: readonly Message[];
  headId: string | null;
}

/**
 * A tree with what was taken out of it between `before` and `after`, in its old place. What has come since stays, and stays shown
 * where it is. A message whose parent has gone meanwhile follows the nearest one before it that is there.
 */
export function withPutBack(current: Tree, before: Tree, after: Tree): { messages: Message[]; headId: string | null } {
  const old = new Map(before.messages.map((message) => [message.id, message]));
  const left = new Map(after.messages.map((message) => [message.id, message]));
  const there = new Map(current.messages.map((message) => [message.id, message]));
  const isPutBack = (id: string) => old.has(id) && !left.has(id);
  const isThere = (id: string) => there.has(id) || isPutBack(id);

  const parentOf = (message: Message): string | null => {
    let parentId = message.parentId;
    while (parentId !== null && !isThere(parentId)) parentId = old.get(parentId)?.parentId ?? null;
    return parentId;
  };
  const placed = before.messages.flatMap((message): Message[] => {
    const now = there.get(message.id);
    if (!now) return isPutBack(message.id) ? [{ ...message, parentId: parentOf(message) }] : [];
    const wasRelinked = left.get(message.id)?.parentId !== message.parentId;
    const isStillSo = now.parentId === left.get(message.id)?.parentId;
    return wasRelinked && isStillSo ? [{ ...now, parentId: parentOf(message) }] : [now];
  });
  const messages = [...placed, ...current.messages.filter(({ id }) => !old.has(id))];
  return { messages, headId: current.headId === after.headId ? before.headId : current.headId };
}
