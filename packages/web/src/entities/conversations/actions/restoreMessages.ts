import { findNewestLeaf, getBranch, type Message } from "@lectern/contract";

interface Tree {
  messages: readonly Message[];
  headId: string | null;
}

/**
 * Restores the messages that were removed between `before` and `after` to their old positions in the `current` tree.
 * Messages added since then stay in the tree and on the shown branch. A restored message whose parent is gone gets its
 * nearest remaining ancestor as parent. If a message of the other role has taken the position of a restored message, it
 * becomes a child of the restored message: of two siblings with different roles only one can be reached.
 */
export function restoreMessages(
  current: Tree,
  before: Tree,
  after: Tree,
): { messages: Message[]; headId: string | null } {
  const beforeById = byId(before.messages);
  const remaining = byId(after.messages);
  const currentById = byId(current.messages);
  const isPresent = (id: string) => currentById.has(id);
  const isRestored = (id: string) => beforeById.has(id) && !remaining.has(id) && !currentById.has(id);
  const isPresentAfter = (id: string) => isPresent(id) || isRestored(id);

  const isFirst = ({ parentId }: Message) => parentId === null || !isRestored(parentId);
  const restored = before.messages.filter(({ id }) => isRestored(id));
  const first = restored.find(isFirst) ?? restored[0];
  if (!first) return { messages: [...current.messages], headId: current.headId };
  const parentOfFirst = resolveParentId(first, findNearestAncestor(first, beforeById, isPresent), current, beforeById);

  const relink = (now: Message): Message => {
    const message = beforeById.get(now.id);
    const isUnchanged = message !== undefined && now.parentId === findNearestAncestor(message, beforeById, isPresent);
    const parentId = isUnchanged ? findNearestAncestor(message, beforeById, isPresentAfter) : now.parentId;
    const tookItsPosition =
      parentId === parentOfFirst && now.role !== first.role && message?.parentId !== first.parentId;
    return { ...now, parentId: tookItsPosition ? first.id : parentId };
  };
  const relinked = before.messages.flatMap((message): Message[] => {
    const now = currentById.get(message.id);
    if (now) return [relink(now)];
    if (!isRestored(message.id)) return [];
    return [
      {
        ...message,
        parentId: message === first ? parentOfFirst : findNearestAncestor(message, beforeById, isPresentAfter),
      },
    ];
  });
  const messages = [...relinked, ...current.messages.filter(({ id }) => !beforeById.has(id)).map(relink)];

  const wasShown = getHeadId(before);
  const isUnchanged = getHeadId(current) === getHeadId(after) && wasShown !== null && isPresentAfter(wasShown);
  const headId = isUnchanged ? wasShown : getHeadId(current);
  // If the head is the parent of the restored message, show the branch that continues with the restored message.
  return { messages, headId: headId === parentOfFirst ? findNewestLeaf(messages, first.id) : headId };
}

/** Returns the nearest ancestor of a message in its old tree for which `isIn` is true; null: none. */
function findNearestAncestor(
  message: Message,
  beforeById: ReadonlyMap<string, Message>,
  isIn: (id: string) => boolean,
): string | null {
  const visited = new Set<string>();
  let { parentId } = message;
  while (parentId !== null && !isIn(parentId)) {
    // Imported conversations may contain cycles.
    if (visited.has(parentId)) return null;
    visited.add(parentId);
    parentId = beforeById.get(parentId)?.parentId ?? null;
  }
  return parentId;
}

/**
 * Returns the parent for a restored message: its old parent, or the last of the earlier messages that now follow that
 * parent.
 */
function resolveParentId(
  message: Message,
  parentId: string | null,
  { messages, headId }: Tree,
  beforeById: ReadonlyMap<string, Message>,
): string | null {
  let resolvedId = parentId;
  for (const shown of getBranch(messages, headId)) {
    const isNew = !beforeById.has(shown.id) && shown.role !== message.role;
    if (shown.parentId === resolvedId && isNew && isEarlier(shown, message)) resolvedId = shown.id;
  }
  return resolvedId;
}

/** Returns the id of the last message on the shown branch; null: none. */
function getHeadId({ messages, headId }: Tree): string | null {
  return headId ?? messages.at(-1)?.id ?? null;
}

/** True if `candidate` was created before `other`. A question is earlier than its answer even if their times are equal. */
function isEarlier(candidate: Message, other: Message): boolean {
  const [time = "", otherTime = ""] = [candidate.createdAt, other.createdAt];
  return (
    time !== "" && (time < otherTime || (time === otherTime && candidate.role === "user" && other.role !== "user"))
  );
}

const byId = (messages: readonly Message[]): ReadonlyMap<string, Message> =>
  new Map(messages.map((message) => [message.id, message]));
