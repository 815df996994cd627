import { findNewestLeaf, getBranch, versionsOf } from "./messages.ts";

interface TreeNode {
  id: string;
  parentId: string | null;
  role: string;
}

/** A conversation's message tree. `headId` is the last message of the shown branch; null: the last of `messages`. */
export interface MessageTree<M extends TreeNode> {
  messages: readonly M[];
  headId: string | null;
}

/**
 * Returns the tree without a message. If the message has other versions, everything below it is removed too; if it was
 * shown, the previous version (or the next, if it was the first) is shown instead. If the message has no other
 * versions, only the message is removed and its children move up to its parent. Returns the same tree if there is no
 * such message.
 */
export function removeMessageFromTree<M extends TreeNode>(original: MessageTree<M>, id: string): MessageTree<M> {
  const removedMessage = original.messages.find((message) => message.id === id);
  if (!removedMessage) return original;
  const tree = { messages: original.messages, headId: original.headId ?? original.messages.at(-1)?.id ?? null };
  const versions = versionsOf(tree.messages, removedMessage);
  return versions.length > 1
    ? removeVersion(tree, removedMessage, versions)
    : removeSingleMessage(tree, removedMessage);
}

function removeVersion<M extends TreeNode>(
  tree: MessageTree<M>,
  removedMessage: M,
  versions: readonly M[],
): MessageTree<M> {
  const removedIds = listSubtreeIds(tree.messages, removedMessage.id);
  const messages = tree.messages.filter(({ id }) => !removedIds.has(id));
  if (!isShown(tree, removedMessage.id)) return { messages, headId: tree.headId };
  const index = versions.indexOf(removedMessage);
  const nextVersion = versions[index - 1] ?? versions[index + 1];
  return { messages, headId: nextVersion ? findNewestLeaf(messages, nextVersion.id) : removedMessage.parentId };
}

function removeSingleMessage<M extends TreeNode>(tree: MessageTree<M>, removedMessage: M): MessageTree<M> {
  const messages = tree.messages
    .filter(({ id }) => id !== removedMessage.id)
    .map((message) =>
      message.parentId === removedMessage.id ? { ...message, parentId: removedMessage.parentId } : message,
    );
  const headId = tree.headId === removedMessage.id ? removedMessage.parentId : tree.headId;
  return { messages, headId };
}

/** Returns the ids of the message `id` and of all messages below it, on every branch. */
export function listSubtreeIds(messages: readonly TreeNode[], id: string): Set<string> {
  const children = Map.groupBy(messages, (message) => message.parentId);
  const ids = new Set<string>([id]);
  for (const current of ids) for (const child of children.get(current) ?? []) ids.add(child.id);
  return ids;
}

const isShown = <M extends TreeNode>({ messages, headId }: MessageTree<M>, id: string) =>
  getBranch(messages, headId).some((message) => message.id === id);

/**
 * Returns the messages of a fork: the shown branch up to and including `id`, without the code interpreter's state.
 * Empty if `id` is not shown.
 */
export function forkBranch<M extends TreeNode & { data: Record<string, unknown> }>(
  tree: MessageTree<M>,
  id: string,
): M[] {
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
