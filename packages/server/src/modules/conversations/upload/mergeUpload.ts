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
  messagesToWrite: Message[];
  idsToDrop: string[];
  linksToUpdate: { id: string; parentId: string | null }[];
  headId: string | null;
}

/**
 * Computes the changes that an upload makes. Messages are merged by id. Drops a message of the shown branch that the
 * caller has received but no longer sends. A message written after the caller's revision is neither dropped nor
 * replaced, and remains shown unless the upload ends with a message outside the shown branch. Without a revision, no
 * message is dropped. Messages of other branches, which the caller does not receive, are dropped only if the upload is
 * empty. Pure. Yields between steps, because 50,000 messages take 100 ms.
 */
export function* mergeUpload(storedTree: StoredTree, upload: Upload): Generator<void, Merge> {
  const storedLinksById = new Map(storedTree.links.map((link) => [link.id, link]));
  const isNewer = (link: StoredLink) => upload.revision !== null && link.revision > upload.revision;
  yield;
  const uploadedMessages = assignParents(upload.messages, storedLinksById);
  yield;
  const uploadedIds = new Set(uploadedMessages.map((message) => message.id));
  const shownBranch = getBranch(storedTree.links, storedTree.headId);
  yield;
  const receivedLinks = upload.revision === null ? [] : uploadedMessages.length === 0 ? storedTree.links : shownBranch;
  const droppedIds = new Set(
    receivedLinks.filter((link) => !uploadedIds.has(link.id) && !isNewer(link)).map((link) => link.id),
  );
  yield;
  const findRemainingParent = (parentId: string | null): string | null => {
    let ancestorId = parentId;
    while (ancestorId !== null && droppedIds.has(ancestorId))
      ancestorId = storedLinksById.get(ancestorId)?.parentId ?? null;
    return ancestorId;
  };
  const linksToUpdate = storedTree.links
    .filter((link) => !droppedIds.has(link.id) && link.parentId !== null && droppedIds.has(link.parentId))
    .map((link) => ({ id: link.id, parentId: findRemainingParent(link.parentId) }));
  yield;
  const messagesToWrite = uploadedMessages
    .filter((message) => {
      const storedLink = storedLinksById.get(message.id);
      return !storedLink || !isNewer(storedLink);
    })
    .map((message) => ({ ...message, parentId: findRemainingParent(message.parentId) }));
  yield;
  return {
    messagesToWrite,
    idsToDrop: [...droppedIds],
    linksToUpdate,
    headId: chooseHead(shownBranch, droppedIds, uploadedMessages, storedLinksById),
  };
}

/**
 * Assigns each message its parent: the stored parent, a valid parent from the upload, or the message before it. If
 * several messages have the same id, the last one counts.
 */
function assignParents(
  messages: readonly UploadedMessage[],
  storedLinksById: ReadonlyMap<string, StoredLink>,
): Message[] {
  const uniqueMessages = [...new Map(messages.map((message) => [message.id, message])).values()];
  const earlierIds = new Set<string>();
  let previousId: string | null = null;
  return uniqueMessages.map((message) => {
    const storedLink = storedLinksById.get(message.id);
    const requestedParentId = message.parentId;
    const isValid =
      requestedParentId === null ||
      (requestedParentId !== undefined &&
        (earlierIds.has(requestedParentId) || storedLinksById.has(requestedParentId)));
    const parentId: string | null = storedLink
      ? storedLink.parentId
      : isValid && requestedParentId !== undefined
        ? requestedParentId
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
  storedLinksById: ReadonlyMap<string, StoredLink>,
): string | null {
  const storedHeadId = shownBranch.findLast((link) => !droppedIds.has(link.id))?.id ?? null;
  const lastUploadedMessage = uploadedMessages.at(-1);
  if (!lastUploadedMessage) return storedHeadId;
  const isShown =
    storedLinksById.has(lastUploadedMessage.id) && shownBranch.some((link) => link.id === lastUploadedMessage.id);
  return isShown ? storedHeadId : lastUploadedMessage.id;
}
