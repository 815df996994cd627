import { findNewestLeaf, getBranch, versionsOf } from "./messages.ts";

interface Node {
  id: string;
  parentId: string | null;
  role: string;
}

/** A conversation's message tree. `headId` is the last message of the shown branch; null: the last of `messages`. */
export interface MessageTree<M extends Node> {
  messages: readonly M[];
  headId: string | null;
}

/**
 * Returns the tree without a message. If the message has other versions, everything below it is removed too; if it was
 * shown, the previous version (or the next, if it was the first) is shown instead. If the message has no other
 * versions, only the message is removed and its children move up to its parent. Returns the same tree if there is no
 * such message.
 */
export function removeMessageFromTree<M extends Node>(original: MessageTree<M>, id: string): MessageTree<M> {
  const removed = original.messages.find((message) => message.id === id);
  if (!removed) return original;
  const tree = { messages: original.messages, headId: original.headId ?? original.messages.at(-1)?.id ?? null };
  const versions = versionsOf(tree.messages, removed);
  return versions.length > 1 ? removeVersion(tree, removed, versions) : removeSingle(tree, removed);
}

function removeVersion<M extends Node>(tree: MessageTree<M>, removed: M, versions: readonly M[]): MessageTree<M> {
  const removedIds = listSubtreeIds(tree.messages, removed.id);
  const messages = tree.messages.filter(({ id }) => !removedIds.has(id));
  if (!isShown(tree, removed.id)) return { messages, headId: tree.headId };
  const index = versions.indexOf(removed);
  const next = versions[index - 1] ?? versions[index + 1];
  return { messages, headId: next ? findNewestLeaf(messages, next.id) : removed.parentId };
}

function removeSingle<M extends Node>(tree: MessageTree<M>, removed: M): MessageTree<M> {
  const messages = tree.messages
    .filter(({ id }) => id !== removed.id)
    .map((message) => (message.parentId === removed.id ? { ...message, parentId: removed.parentId } : message));
  const headId = tree.headId === removed.id ? removed.parentId : tree.headId;
  return { messages, headId };
}

/** Returns the ids of the message `id` and of all messages below it, on every branch. */
function listSubtreeIds(messages: readonly Node[], id: string): Set<string> {
  const children = Map.groupBy(messages, (message) => message.parentId);
  const ids = new Set<string>([id]);
  for (const current of ids) for (const child of children.get(current) ?? []) ids.add(child.id);
  return ids;
}

const isShown = <M extends Node>({ messages, headId }: MessageTree<M>, id: string) =>
  getBranch(messages, headId).some((message) => message.id === id);

/**
 * Returns the messages of a fork: the shown branch up to and including `id`, without the code interpreter's state.
 * Empty if `id` is not shown.
 */
export function forkBranch<M extends Node & { data: Record<string, unknown> }>(tree: MessageTree<M>, id: string): M[] {
  const branch = getBranch(tree.messages, tree.headId);
  const end = branch.findIndex((message) => message.id === id);
  return branch.slice(0, end + 1).map(removeCodeInterpreterState);
}

function removeCodeInterpreterState<M extends { data: Record<string, unknown> }>(message: M): M {
  const { state } = message.data;
  if (typeof state !== "object" || state === null || !("codeInterpreter" in state)) return message;
  const { codeInterpreter: _, ...rest } = state;
  return { ...message, data: { ...message.data, state: rest } };
}
