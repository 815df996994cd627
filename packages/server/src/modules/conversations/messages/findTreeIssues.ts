import type { InputIssue, Message } from "@lectern/contract";

/**
 * Finds invalid links among the messages of one call: a repeated id, a parent that is neither stored nor in the call,
 * or a cycle. A stored message keeps its parent, so no call can create a cycle in the stored tree.
 */
export function findTreeIssues(messages: readonly Message[], stored: ReadonlySet<string>, path: string): InputIssue[] {
  const added = new Map<string, Message>();
  const seen = new Set<string>();
  const issues: InputIssue[] = [];
  for (const [index, message] of messages.entries()) {
    if (seen.has(message.id)) issues.push({ path: `${path}.${index}.id`, message: "is used more than once" });
    seen.add(message.id);
    if (!stored.has(message.id)) added.set(message.id, message);
  }
  const acyclic = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (stored.has(message.id)) continue;
    const { parentId } = message;
    if (parentId !== null && !added.has(parentId) && !stored.has(parentId)) {
      issues.push({ path: `${path}.${index}.parentId`, message: "is not a message of this conversation" });
    } else if (hasCycle(message, added, acyclic)) {
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
 * Finds invalid new parents of stored messages: a parent that does not exist, or a cycle in the resulting tree. `links`
 * are the stored messages; `messages` are the new messages and those that get another parent.
 */
export function findRelinkIssues(messages: readonly Link[], links: readonly Link[], path: string): InputIssue[] {
  const tree = new Map([...links, ...messages].map((link) => [link.id, link]));
  const acyclic = new Set<string>();
  return messages.flatMap((message, index): InputIssue[] => {
    const parentPath = `${path}.${index}.parentId`;
    if (message.parentId !== null && !tree.has(message.parentId)) {
      return [{ path: parentPath, message: "is not a message of this conversation" }];
    }
    return hasCycle(message, tree, acyclic) ? [{ path: parentPath, message: "creates a cycle" }] : [];
  });
}

/**
 * Returns true if the message's ancestors form a cycle. `acyclic` collects checked ids, so that a long chain is walked
 * only once.
 */
function hasCycle(message: Link, links: ReadonlyMap<string, Link>, acyclic: Set<string>): boolean {
  const walked = new Set<string>();
  let current: Link | undefined = message;
  while (current && !acyclic.has(current.id)) {
    if (walked.has(current.id)) return true;
    walked.add(current.id);
    current = current.parentId === null ? undefined : links.get(current.parentId);
  }
  for (const id of walked) acyclic.add(id);
  return false;
}
