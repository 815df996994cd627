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
 * Computes the changes that an upload makes. Messages are merged by id. Drops a message of the shown branch that the
 * caller has received but no longer sends. A message written after the caller's revision is neither dropped nor
 * replaced, and remains shown unless the upload ends with a message outside the shown branch. Without a revision, no
 * message is dropped. Messages of other branches, which the caller does not receive, are dropped only if the upload is
 * empty. Pure.
 */
export function mergeUpload(stored: StoredTree, upload: Upload): Merge {
  const storedById = new Map(stored.links.map((link) => [link.id, link]));
  const isNewer = (link: StoredLink) => upload.revision !== null && link.revision > upload.revision;
  const uploadedMessages = assignParents(upload.messages, storedById);
  const uploadedIds = new Set(uploadedMessages.map((message) => message.id));
  const shownBranch = getBranch(stored.links, stored.headId);
  const receivedByCaller = upload.revision === null ? [] : uploadedMessages.length === 0 ? stored.links : shownBranch;
  const droppedIds = new Set(
    receivedByCaller.filter((link) => !uploadedIds.has(link.id) && !isNewer(link)).map((link) => link.id),
  );
  const findRemainingParent = (parentId: string | null): string | null => {
    let current = parentId;
    while (current !== null && droppedIds.has(current)) current = storedById.get(current)?.parentId ?? null;
    return current;
  };
  const relink = stored.links
    .filter((link) => !droppedIds.has(link.id) && link.parentId !== null && droppedIds.has(link.parentId))
    .map((link) => ({ id: link.id, parentId: findRemainingParent(link.parentId) }));
  const write = uploadedMessages
    .filter((message) => {
      const storedLink = storedById.get(message.id);
      return !storedLink || !isNewer(storedLink);
    })
    .map((message) => ({ ...message, parentId: findRemainingParent(message.parentId) }));
  return {
    write,
    drop: [...droppedIds],
    relink,
    headId: chooseHead(shownBranch, droppedIds, uploadedMessages, storedById),
  };
}

/**
 * Assigns each message its parent: the stored parent, a valid parent from the upload, or the message before it. If
 * several messages have the same id, the last one counts.
 */
function assignParents(messages: readonly UploadedMessage[], stored: ReadonlyMap<string, StoredLink>): Message[] {
  const uniqueMessages = [...new Map(messages.map((message) => [message.id, message])).values()];
  const earlierIds = new Set<string>();
  let previousId: string | null = null;
  return uniqueMessages.map((message) => {
    const storedLink = stored.get(message.id);
    const requestedParent = message.parentId;
    const isValid =
      requestedParent === null ||
      (requestedParent !== undefined && (earlierIds.has(requestedParent) || stored.has(requestedParent)));
    const parentId: string | null = storedLink
      ? storedLink.parentId
      : isValid && requestedParent !== undefined
        ? requestedParent
        : previousId;
    earlierIds.add(message.id);
    previousId = message.id;
    return { ...message, parentId };
  });
}

/**
 * Returns the id of the upload's last message. If that message is on the shown branch, or if the upload is empty,
 * returns the id of the last message that remains on the shown branch.
 */
function chooseHead(
  shownBranch: readonly StoredLink[],
  droppedIds: ReadonlySet<string>,
  uploadedMessages: readonly Message[],
  stored: ReadonlyMap<string, StoredLink>,
): string | null {
  const storedHeadId = shownBranch.findLast((link) => !droppedIds.has(link.id))?.id ?? null;
  const lastUploaded = uploadedMessages.at(-1);
  if (!lastUploaded) return storedHeadId;
  const isShown = stored.has(lastUploaded.id) && shownBranch.some((link) => link.id === lastUploaded.id);
  return isShown ? storedHeadId : lastUploaded.id;
}
