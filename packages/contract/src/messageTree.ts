import { findNewestLeaf, getBranch } from "./messages.ts";

interface Node {
  id: string;
  parentId: string | null;
  role: string;
}

/** A conversation's tree and the end of the branch that is shown. */
export interface MessageTree<M extends Node> {
  messages: readonly M[];
  headId: string | null;
}

/**
 * The tree without a message. One that has other versions goes with all that follows it, and the version before it is shown in its
 * place (the one after it where it was the first). One that has none is taken out alone: what follows it follows its parent then.
 * The same tree where there is no such message.
 */
export function removeMessageFromTree<M extends Node>(given: MessageTree<M>, id: string): MessageTree<M> {
  const gone = given.messages.find((message) => message.id === id);
  if (!gone) return given;
  const tree = { messages: given.messages, headId: given.headId ?? given.messages.at(-1)?.id ?? null };
  const versions = tree.messages.filter((other) => other.parentId === gone.parentId && other.role === gone.role);
  return versions.length > 1 ? withoutVersion(tree, gone, versions) : withoutLink(tree, gone);
}

function withoutVersion<M extends Node>(tree: MessageTree<M>, gone: M, versions: readonly M[]): MessageTree<M> {
  const goneIds = subtreeOf(tree.messages, gone.id);
  const messages = tree.messages.filter(({ id }) => !goneIds.has(id));
  if (!isShown(tree, gone.id)) return { messages, headId: tree.headId };
  const index = versions.indexOf(gone);
  const next = versions[index - 1] ?? versions[index + 1];
  return { messages, headId: next ? findNewestLeaf(messages, next.id) : gone.parentId };
}

function withoutLink<M extends Node>(tree: MessageTree<M>, gone: M): MessageTree<M> {
  const messages = tree.messages
    .filter(({ id }) => id !== gone.id)
    .map((message) => (message.parentId === gone.id ? { ...message, parentId: gone.parentId } : message));
  const headId = tree.headId === gone.id ? gone.parentId : tree.headId;
  return { messages, headId };
}

/** `id` and all that follows it, on every branch. */
function subtreeOf(messages: readonly Node[], id: string): Set<string> {
  const children = Map.groupBy(messages, (message) => message.parentId);
  const found = new Set<string>([id]);
  for (const current of found) for (const child of children.get(current) ?? []) found.add(child.id);
  return found;
}

const isShown = <M extends Node>({ messages, headId }: MessageTree<M>, id: string) =>
  getBranch(messages, headId).some((message) => message.id === id);

/**
 * What a fork has: the shown messages up to and including `id`, as one branch, with no trace of the code interpreter. Empty where
 * `id` is not shown.
 */
export function forkBranch<M extends Node & { data: Record<string, unknown> }>(tree: MessageTree<M>, id: string): M[] {
  const thread = getBranch(tree.messages, tree.headId);
  const end = thread.findIndex((message) => message.id === id);
  return thread.slice(0, end + 1).map(withoutCodeInterpreter);
}

function withoutCodeInterpreter<M extends { data: Record<string, unknown> }>(message: M): M {
  const { state } = message.data;
  if (typeof state !== "object" || state === null || !("codeInterpreter" in state)) return message;
  const { codeInterpreter: _, ...rest } = state;
  return { ...message, data: { ...message.data, state: rest } };
}
