import type { Message } from "@lectern/contract";

/** A message of an imported file. `parentId` is undefined if the file does not say, and null for a root. */
export type ImportedMessage = Omit<Message, "parentId"> & { parentId?: string | null | undefined };

/**
 * Makes messages a valid tree: every parent exists and there are no cycles. A message whose `parentId` is undefined or
 * does not exist follows the previous message. Duplicate ids are replaced.
 */
export function repairTree(importedMessages: readonly ImportedMessage[]): Message[] {
  const messages = makeIdsUnique(importedMessages);
  const isLinear = messages.every(({ parentId }) => parentId === undefined);
  const ids = new Set(messages.map(({ id }) => id));
  const linkedMessages = messages.map((message, index): Message => {
    const previousId = messages[index - 1]?.id ?? null;
    const { parentId } = message;
    if (isLinear || parentId === undefined) return { ...message, parentId: previousId };
    return { ...message, parentId: parentId === null || ids.has(parentId) ? parentId : previousId };
  });
  return breakCycles(linkedMessages);
}

function makeIdsUnique(importedMessages: readonly ImportedMessage[]): ImportedMessage[] {
  const usedIds = new Set<string>();
  /** The next suffix for each id, so that a file whose messages all have the same id takes linear time. */
  const counts = new Map<string, number>();
  return importedMessages.map((message) => {
    if (!usedIds.has(message.id)) {
      usedIds.add(message.id);
      return message;
    }
    const stem = message.id.slice(0, 180);
    let count = counts.get(stem) ?? 2;
    while (usedIds.has(`${stem}-${count}`)) count += 1;
    const id = `${stem}-${count}`;
    counts.set(stem, count + 1);
    usedIds.add(id);
    return { ...message, id };
  });
}

/** Makes one message of each cycle a root: the first that is reached twice on the way from a message up to its root. */
function breakCycles(messages: readonly Message[]): Message[] {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  const checkedIds = new Set<string>();
  for (const { id } of messages) {
    const path = new Set<string>();
    let current: string | null = id;
    while (current !== null && !checkedIds.has(current) && !path.has(current)) {
      path.add(current);
      current = parents.get(current) ?? null;
    }
    if (current !== null && path.has(current)) parents.set(current, null);
    for (const visitedId of path) checkedIds.add(visitedId);
  }
  return messages.map((message) => ({ ...message, parentId: parents.get(message.id) ?? null }));
}
