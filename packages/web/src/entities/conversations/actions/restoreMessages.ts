import { findNewestLeaf, getBranch, type Message } from "@lectern/contract";

interface Tree {
  messages: readonly Message[];
  headId: string | null;
}

/**
 * Restores the messages that were removed between `before` and `after` to their old positions in the `current` tree.
 * Messages added after the removal stay in the tree and on the shown branch. A restored message whose parent is gone
 * gets its nearest remaining ancestor as parent. If a message of the other role now has the position of the first
 * restored message, the restored message takes the position back and the other message becomes its child: of two
 * siblings with different roles only one can be reached.
 */
export function restoreMessages(
  current: Tree,
  before: Tree,
  after: Tree,
): { messages: Message[]; headId: string | null } {
  const beforeById = indexById(before.messages);
  const remainingById = indexById(after.messages);
  const currentById = indexById(current.messages);
  const isPresent = (id: string) => currentById.has(id);
  const isRestored = (id: string) => beforeById.has(id) && !remainingById.has(id) && !currentById.has(id);
  const isPresentAfter = (id: string) => isPresent(id) || isRestored(id);

  const isFirst = ({ parentId }: Message) => parentId === null || !isRestored(parentId);
  const restoredMessages = before.messages.filter(({ id }) => isRestored(id));
  const firstRestored = restoredMessages.find(isFirst) ?? restoredMessages[0];
  if (!firstRestored) return { messages: [...current.messages], headId: current.headId };
  const parentIdOfFirst = resolveParentId(
    firstRestored,
    findNearestAncestor(firstRestored, beforeById, isPresent),
    current,
    beforeById,
  );

  const relink = (currentMessage: Message): Message => {
    const message = beforeById.get(currentMessage.id);
    const isUnchanged =
      message !== undefined && currentMessage.parentId === findNearestAncestor(message, beforeById, isPresent);
    const parentId = isUnchanged ? findNearestAncestor(message, beforeById, isPresentAfter) : currentMessage.parentId;
    const tookItsPosition =
      parentId === parentIdOfFirst &&
      currentMessage.role !== firstRestored.role &&
      message?.parentId !== firstRestored.parentId;
    const relinked = { ...currentMessage, parentId: tookItsPosition ? firstRestored.id : parentId };
    const { summary } = message?.data ?? {};
    // The removal has also deleted the summaries that would have repeated what was removed.
    const isSummaryRemoved = summary !== undefined && remainingById.get(currentMessage.id)?.data.summary === undefined;
    return isSummaryRemoved && currentMessage.data.summary === undefined
      ? { ...relinked, data: { ...relinked.data, summary } }
      : relinked;
  };
  const relinkedMessages = before.messages.flatMap((message): Message[] => {
    const currentMessage = currentById.get(message.id);
    if (currentMessage) return [relink(currentMessage)];
    if (!isRestored(message.id)) return [];
    return [
      {
        ...message,
        parentId:
          message === firstRestored ? parentIdOfFirst : findNearestAncestor(message, beforeById, isPresentAfter),
      },
    ];
  });
  const messages = [...relinkedMessages, ...current.messages.filter(({ id }) => !beforeById.has(id)).map(relink)];

  const previousHeadId = getHeadId(before);
  const isUnchanged =
    getHeadId(current) === getHeadId(after) && previousHeadId !== null && isPresentAfter(previousHeadId);
  const headId = isUnchanged ? previousHeadId : getHeadId(current);
  // If the head is the parent of the first restored message, show the branch that continues with that message.
  return { messages, headId: headId === parentIdOfFirst ? findNewestLeaf(messages, firstRestored.id) : headId };
}

/** Returns the nearest ancestor of a message in its old tree for which `isIn` is true; null: none. */
function findNearestAncestor(
  message: Message,
  beforeById: ReadonlyMap<string, Message>,
  isIn: (id: string) => boolean,
): string | null {
  const visitedIds = new Set<string>();
  let { parentId } = message;
  while (parentId !== null && !isIn(parentId)) {
    // Imported conversations may contain cycles.
    if (visitedIds.has(parentId)) return null;
    visitedIds.add(parentId);
    parentId = beforeById.get(parentId)?.parentId ?? null;
  }
  return parentId;
}

/**
 * Returns the parent id for a restored message. It is `parentId`, or the id of the last of the new messages of the
 * other role that follow that parent on the shown branch and are older than the restored message.
 */
function resolveParentId(
  message: Message,
  parentId: string | null,
  { messages, headId }: Tree,
  beforeById: ReadonlyMap<string, Message>,
): string | null {
  let resolvedId = parentId;
  for (const shownMessage of getBranch(messages, headId)) {
    const isNew = !beforeById.has(shownMessage.id) && shownMessage.role !== message.role;
    if (shownMessage.parentId === resolvedId && isNew && isEarlier(shownMessage, message)) resolvedId = shownMessage.id;
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

const indexById = (messages: readonly Message[]): ReadonlyMap<string, Message> =>
  new Map(messages.map((message) => [message.id, message]));
