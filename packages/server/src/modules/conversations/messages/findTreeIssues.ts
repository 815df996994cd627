import type { InputIssue, Message } from "@lectern/contract";

/**
 * What is wrong with how the messages of one call are tied in: an id twice, a parent that is neither stored nor among them, a
 * loop. A stored message keeps the parent it has, so that no call can tie a loop into what is there.
 */
export function findTreeIssues(messages: readonly Message[], stored: ReadonlySet<string>, path: string): InputIssue[] {
  const added = new Map<string, Message>();
  const given = new Set<string>();
  const issues: InputIssue[] = [];
  for (const [index, message] of messages.entries()) {
    if (given.has(message.id)) issues.push({ path: `${path}.${index}.id`, message: "occurs twice" });
    given.add(message.id);
    if (!stored.has(message.id)) added.set(message.id, message);
  }
  const sound = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (stored.has(message.id)) continue;
    const { parentId } = message;
    if (parentId !== null && !added.has(parentId) && !stored.has(parentId)) {
      issues.push({ path: `${path}.${index}.parentId`, message: "names no message of this conversation" });
    } else if (hasCycle(message, added, sound)) {
      issues.push({ path: `${path}.${index}.parentId`, message: "makes a loop" });
    }
  }
  return issues;
}

interface Link {
  id: string;
  parentId: string | null;
}

/**
 * What is wrong with tying stored messages to other parents: a parent that is not there, or a loop in the tree that would result.
 * `links`: how the stored ones are tied in; `messages`: the new ones and those to tie, with their parents.
 */
export function findRelinkIssues(messages: readonly Link[], links: readonly Link[], path: string): InputIssue[] {
  const tree = new Map([...links, ...messages].map((link) => [link.id, link]));
  const sound = new Set<string>();
  return messages.flatMap((message, index): InputIssue[] => {
    const place = `${path}.${index}.parentId`;
    if (message.parentId !== null && !tree.has(message.parentId)) {
      return [{ path: place, message: "names no message of this conversation" }];
    }
    return hasCycle(message, tree, sound) ? [{ path: place, message: "makes a loop" }] : [];
  });
}

/** `sound` gathers what is known to end, so that a long chain is walked once. */
function hasCycle(message: Link, added: ReadonlyMap<string, Link>, sound: Set<string>): boolean {
  const walked = new Set<string>();
  let current: Link | undefined = message;
  while (current && !sound.has(current.id)) {
    if (walked.has(current.id)) return true;
    walked.add(current.id);
    current = current.parentId === null ? undefined : added.get(current.parentId);
  }
  for (const id of walked) sound.add(id);
  return false;
}
