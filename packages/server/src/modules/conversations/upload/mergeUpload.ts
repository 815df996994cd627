import { getBranch, type Message } from "@lectern/contract";

/** An uploaded message. If `parentId` is missing, the message follows the one before it. */
export type UploadedMessage = Omit<Message, "parentId"> & { parentId?: string | null | undefined };

interface StoredLink {
  id: string;
  parentId: string | null;
  /** The conversation's revision at the last write of the message. */
  revision: number;
}

export interface StoredTree {
  /** Messages in order of arrival. */
  links: readonly StoredLink[];
  headId: string | null;
}

export interface Upload {
  messages: readonly UploadedMessage[];
  /** The last revision that the caller has received; null if unknown. */
  revision: number | null;
}

export interface Merge {
  /** Messages to insert or to update. */
  write: Message[];
  drop: string[];
  relink: { id: string; parentId: string | null }[];
  headId: string | null;
}

/**
 * Computes the changes of an upload. Messages are merged by id. Drops a message of the shown branch that the caller has
 * received but no longer sends. A message written after the caller's revision is neither dropped nor replaced, and
 * remains shown unless the upload continues beyond it. Without a revision, no message is dropped. Other branches, which
 * the caller does not receive, are unchanged; but an empty upload deletes them too. Pure.
 */
export function mergeUpload(stored: StoredTree, upload: Upload): Merge {
  const byId = new Map(stored.links.map((link) => [link.id, link]));
  const isNewer = (link: StoredLink) => upload.revision !== null && link.revision > upload.revision;
  const sent = assignParents(upload.messages, byId);
  const sentIds = new Set(sent.map((message) => message.id));
  const shownBranch = getBranch(stored.links, stored.headId);
  const seenByCaller = upload.revision === null ? [] : sent.length === 0 ? stored.links : shownBranch;
  const dropped = new Set(
    seenByCaller.filter((link) => !sentIds.has(link.id) && !isNewer(link)).map((link) => link.id),
  );
  const findRemainingParent = (parentId: string | null): string | null => {
    let current = parentId;
    while (current !== null && dropped.has(current)) current = byId.get(current)?.parentId ?? null;
    return current;
  };
  const relink = stored.links
    .filter((link) => !dropped.has(link.id) && link.parentId !== null && dropped.has(link.parentId))
    .map((link) => ({ id: link.id, parentId: findRemainingParent(link.parentId) }));
  const write = sent
    .filter((message) => {
      const known = byId.get(message.id);
      return !known || !isNewer(known);
    })
    .map((message) => ({ ...message, parentId: findRemainingParent(message.parentId) }));
  return { write, drop: [...dropped], relink, headId: chooseHead(shownBranch, dropped, sent, byId) };
}

/**
 * Assigns each message its parent: the stored parent, a valid parent of its own, or the message before it. If an id is
 * used more than once, the last message counts.
 */
function assignParents(messages: readonly UploadedMessage[], stored: ReadonlyMap<string, StoredLink>): Message[] {
  const unique = [...new Map(messages.map((message) => [message.id, message])).values()];
  const earlierIds = new Set<string>();
  let previous: string | null = null;
  return unique.map((message) => {
    const known = stored.get(message.id);
    const own = message.parentId;
    const isValid = own === null || (own !== undefined && (earlierIds.has(own) || stored.has(own)));
    const parentId: string | null = known ? known.parentId : isValid && own !== undefined ? own : previous;
    earlierIds.add(message.id);
    previous = message.id;
    return { ...message, parentId };
  });
}

/** Returns the upload's last message, or the end of the stored branch if that branch continues from it. */
function chooseHead(
  shownBranch: readonly StoredLink[],
  dropped: ReadonlySet<string>,
  sent: readonly Message[],
  stored: ReadonlyMap<string, StoredLink>,
): string | null {
  const storedEnd = shownBranch.findLast((link) => !dropped.has(link.id))?.id ?? null;
  const sentEnd = sent.at(-1);
  if (!sentEnd) return storedEnd;
  const isShown = stored.has(sentEnd.id) && shownBranch.some((link) => link.id === sentEnd.id);
  return isShown ? storedEnd : sentEnd.id;
}
