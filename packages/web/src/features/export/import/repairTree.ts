import type { Message } from "@lectern/contract";

/** A message as a file has it. `parentId` undefined: the file says nothing of it. */
export type ImportedMessage = Omit<Message, "parentId"> & { parentId?: string | null | undefined };

/**
 * Messages of which every parent is there and comes from no loop. A file that tells no parents is one line of messages; a message whose parent is
 * missing follows the one before it. Of two with one id the second gets another.
 */
export function repairTree(given: readonly ImportedMessage[]): Message[] {
  const messages = makeIdsUnique(given);
  const isLine = messages.every(({ parentId }) => parentId === undefined);
  const known = new Set(messages.map(({ id }) => id));
  const linked = messages.map((message, index): Message => {
    const before = messages[index - 1]?.id ?? null;
    const { parentId } = message;
    if (isLine || parentId === undefined) return { ...message, parentId: before };
    return { ...message, parentId: parentId === null || known.has(parentId) ? parentId : before };
  });
  return breakCycles(linked);
}

function makeIdsUnique(given: readonly ImportedMessage[]): ImportedMessage[] {
  const taken = new Set<string>();
  /** Where to go on counting: one id may be given to all messages of a file. */
  const counts = new Map<string, number>();
  return given.map((message) => {
    if (!taken.has(message.id)) {
      taken.add(message.id);
      return message;
    }
    const stem = message.id.slice(0, 180);
    let count = counts.get(stem) ?? 2;
    while (taken.has(`${stem}-${count}`)) count += 1;
    const id = `${stem}-${count}`;
    counts.set(stem, count + 1);
    taken.add(id);
    return { ...message, id };
  });
}

/** Each loop is opened where it is first come back to. */
function breakCycles(messages: readonly Message[]): Message[] {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  const sound = new Set<string>();
  for (const { id } of messages) {
    const way = new Set<string>();
    let current: string | null = id;
    while (current !== null && !sound.has(current) && !way.has(current)) {
      way.add(current);
      current = parents.get(current) ?? null;
    }
    if (current !== null && way.has(current)) parents.set(current, null);
    for (const each of way) sound.add(each);
  }
  return messages.map((message) => ({ ...message, parentId: parents.get(message.id) ?? null }));
}
