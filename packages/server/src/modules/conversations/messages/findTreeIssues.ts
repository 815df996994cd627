import type { InputIssue, Message } from "@lectern/contract";

/**
 * Finds invalid links among the messages of one call: a repeated id, and new messages with a cycle or with a parent
 * that is neither stored nor in the call. Ignores the parents of stored messages, which `findRelinkIssues` checks.
 */
export function findTreeIssues(
  messages: readonly Message[],
  storedIds: ReadonlySet<string>,
  path: string,
): InputIssue[] {
  const newMessagesById = new Map<string, Message>();
  const seenIds = new Set<string>();
  const issues: InputIssue[] = [];
  for (const [index, message] of messages.entries()) {
    if (seenIds.has(message.id)) issues.push({ path: `${path}.${index}.id`, message: "is used more than once" });
    seenIds.add(message.id);
    if (!storedIds.has(message.id)) newMessagesById.set(message.id, message);
  }
  const acyclicIds = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (storedIds.has(message.id)) continue;
    const { parentId } = message;
    if (parentId !== null && !newMessagesById.has(parentId) && !storedIds.has(parentId)) {
      issues.push({ path: `${path}.${index}.parentId`, message: "is not a message of this conversation" });
    } else if (hasCycle(message, newMessagesById, acyclicIds)) {
      issues.push({ path: `${path}.${index}.parentId`, message: "creates a cycle" });
    }
  }
  return issues;
}

interface Link {
  id: string;
  parentId: string | null;
}

/**
 * Finds invalid parents in the tree that results from relinking: a parent that does not exist, or a cycle. `links` are
 * all stored messages; `messages` are those of the call, with their new parents.
 */
export function findRelinkIssues(messages: readonly Link[], links: readonly Link[], path: string): InputIssue[] {
  const tree = new Map([...links, ...messages].map((link) => [link.id, link]));
  const acyclicIds = new Set<string>();
  return messages.flatMap((message, index): InputIssue[] => {
    const parentIdPath = `${path}.${index}.parentId`;
    if (message.parentId !== null && !tree.has(message.parentId)) {
      return [{ path: parentIdPath, message: "is not a message of this conversation" }];
    }
    return hasCycle(message, tree, acyclicIds) ? [{ path: parentIdPath, message: "creates a cycle" }] : [];
  });
}

/**
 * Returns true if the message's ancestors form a cycle. Adds the ids of acyclic chains to `acyclicIds`, so that a long
 * chain is followed only once.
 */
function hasCycle(message: Link, links: ReadonlyMap<string, Link>, acyclicIds: Set<string>): boolean {
  const visitedIds = new Set<string>();
  let ancestor: Link | undefined = message;
  while (ancestor && !acyclicIds.has(ancestor.id)) {
    if (visitedIds.has(ancestor.id)) return true;
    visitedIds.add(ancestor.id);
    ancestor = ancestor.parentId === null ? undefined : links.get(ancestor.parentId);
  }
  for (const id of visitedIds) acyclicIds.add(id);
  return false;
}
