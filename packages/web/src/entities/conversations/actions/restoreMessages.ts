import { findNewestLeaf, getBranch, type Message } from "@lectern/contract";

interface Tree {
  messages: readonly Message[];
  headId: string | null;
}

/**
 * A tree with what was taken out of it between `before` and `after`, in its old place. What has come since stays, and stays cached. A
 * message whose parent has gone meanwhile follows the nearest one before it that is there. What stands now where it stood follows it, for
 * of two messages of different roles in one place only one can be reached.
 */
export function restoreMessages(
  current: Tree,
  before: Tree,
  after: Tree,
): { messages: Message[]; headId: string | null } {
  const old = byId(before.messages);
  const left = byId(after.messages);
  const there = byId(current.messages);
  const isThere = (id: string) => there.has(id);
  const isPutBack = (id: string) => old.has(id) && !left.has(id) && !there.has(id);
  const isThereThen = (id: string) => isThere(id) || isPutBack(id);

  const isFirst = ({ parentId }: Message) => parentId === null || !isPutBack(parentId);
  const putBack = before.messages.filter(({ id }) => isPutBack(id));
  const first = putBack.find(isFirst) ?? putBack[0];
  if (!first) return { messages: [...current.messages], headId: current.headId };
  const place = resolveParentId(first, nearestBefore(first, old, isThere), current, old);

  const tied = (now: Message): Message => {
    const message = old.get(now.id);
    const isAsLeft = message !== undefined && now.parentId === nearestBefore(message, old, isThere);
    const parentId = isAsLeft ? nearestBefore(message, old, isThereThen) : now.parentId;
    const isInItsPlace = parentId === place && now.role !== first.role && message?.parentId !== first.parentId;
    return { ...now, parentId: isInItsPlace ? first.id : parentId };
  };
  const placed = before.messages.flatMap((message): Message[] => {
    const now = there.get(message.id);
    if (now) return [tied(now)];
    if (!isPutBack(message.id)) return [];
    return [{ ...message, parentId: message === first ? place : nearestBefore(message, old, isThereThen) }];
  });
  const messages = [...placed, ...current.messages.filter(({ id }) => !old.has(id)).map(tied)];

  const wasShown = getHeadId(before);
  const isAsLeft = getHeadId(current) === getHeadId(after) && wasShown !== null && isThereThen(wasShown);
  const headId = isAsLeft ? wasShown : getHeadId(current);
  // Nothing else is shown behind its place.
  return { messages, headId: headId === place ? findNewestLeaf(messages, first.id) : headId };
}

/** The message before one in its old tree, or before that, which is in the tree that is meant; null: none is. */
function nearestBefore(
  message: Message,
  old: ReadonlyMap<string, Message>,
  isIn: (id: string) => boolean,
): string | null {
  const passed = new Set<string>();
  let { parentId } = message;
  while (parentId !== null && !isIn(parentId)) {
    // Conversations from elsewhere may have loops.
    if (passed.has(parentId)) return null;
    passed.add(parentId);
    parentId = old.get(parentId)?.parentId ?? null;
  }
  return parentId;
}

/** What a message follows: the one before it, or one that is shown behind that, was said earlier, and was itself put back since. */
function resolveParentId(
  message: Message,
  parentId: string | null,
  { messages, headId }: Tree,
  old: ReadonlyMap<string, Message>,
): string | null {
  let place = parentId;
  for (const shown of getBranch(messages, headId)) {
    const isNew = !old.has(shown.id) && shown.role !== message.role;
    if (shown.parentId === place && isNew && isEarlier(shown, message)) place = shown.id;
  }
  return place;
}

/** The last message that is shown; null: there is none. */
function getHeadId({ messages, headId }: Tree): string | null {
  return headId ?? messages.at(-1)?.id ?? null;
}

/** Of a question and its answer, which have one time, the question is. */
function isEarlier(one: Message, other: Message): boolean {
  const [at = "", otherAt = ""] = [one.createdAt, other.createdAt];
  return at !== "" && (at < otherAt || (at === otherAt && one.role === "user" && other.role !== "user"));
}

const byId = (messages: readonly Message[]): ReadonlyMap<string, Message> =>
  new Map(messages.map((message) => [message.id, message]));
