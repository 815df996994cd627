import type { Message } from "@lectern/contract";
import { forEachInSteps } from "../../../core/runCooperatively.ts";

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
  /** Number of messages after the merge. */
  messageCount: number;
}

/**
 * Computes the changes that an upload makes. Messages are merged by id. Drops a message of the shown branch that the
 * caller has received but no longer sends. A message written after the caller's revision is neither dropped nor
 * replaced, and remains shown unless the upload ends with a message outside the shown branch. Without a revision, no
 * message is dropped. Messages of other branches, which the caller does not receive, are dropped only if the upload is
 * empty. Pure. Yields between short steps, because 50,000 messages take 100 ms.
 */
export function* mergeUpload(storedTree: StoredTree, upload: Upload): Generator<void, Merge> {
  const storedLinksById = new Map<string, StoredLink>();
  yield* forEachInSteps(storedTree.links, (link) => void storedLinksById.set(link.id, link));
  const isNewer = (link: StoredLink) => upload.revision !== null && link.revision > upload.revision;
  const uploadedMessages = yield* assignParents(upload.messages, storedLinksById);
  const shownBranch = yield* listShownBranch(storedTree, storedLinksById);
  const receivedLinks = upload.revision === null ? [] : uploadedMessages.size === 0 ? storedTree.links : shownBranch;
  const droppedIds = new Set<string>();
  yield* forEachInSteps(receivedLinks, (link) => {
    if (!uploadedMessages.has(link.id) && !isNewer(link)) droppedIds.add(link.id);
  });
  const findRemainingParent = createRemainingParentFinder(storedLinksById, droppedIds);
  const linksToUpdate: Merge["linksToUpdate"] = [];
  yield* forEachInSteps(storedTree.links, ({ id, parentId }) => {
    if (droppedIds.has(id) || parentId === null || !droppedIds.has(parentId)) return;
    linksToUpdate.push({ id, parentId: findRemainingParent(parentId) });
  });
  const messagesToWrite: Message[] = [];
  let addedCount = 0;
  let lastUploadedId: string | null = null;
  yield* forEachInSteps(uploadedMessages.values(), (message) => {
    lastUploadedId = message.id;
    const storedLink = storedLinksById.get(message.id);
    if (storedLink && isNewer(storedLink)) return;
    if (!storedLink) addedCount += 1;
    messagesToWrite.push({ ...message, parentId: findRemainingParent(message.parentId) });
  });
  return {
    messagesToWrite,
    idsToDrop: [...droppedIds],
    linksToUpdate,
    headId: chooseHead(shownBranch, droppedIds, lastUploadedId),
    messageCount: storedTree.links.length - droppedIds.size + addedCount,
  };
}

/**
 * Assigns each message its parent: the stored parent, a valid parent from the upload, or the message before it. If
 * several messages have the same id, the last one counts. Returns the messages by id.
 */
function* assignParents(
  messages: readonly UploadedMessage[],
  storedLinksById: ReadonlyMap<string, StoredLink>,
): Generator<void, Map<string, Message>> {
  const uniqueMessages = new Map<string, UploadedMessage>();
  yield* forEachInSteps(messages, (message) => void uniqueMessages.set(message.id, message));
  const assignedMessages = new Map<string, Message>();
  let previousId: string | null = null;
  yield* forEachInSteps(uniqueMessages.values(), (message) => {
    const storedLink = storedLinksById.get(message.id);
    const requestedParentId = message.parentId;
    const isValid =
      requestedParentId === null ||
      (requestedParentId !== undefined &&
        (assignedMessages.has(requestedParentId) || storedLinksById.has(requestedParentId)));
    const parentId: string | null = storedLink
      ? storedLink.parentId
      : isValid && requestedParentId !== undefined
        ? requestedParentId
        : previousId;
    assignedMessages.set(message.id, { ...message, parentId });
    previousId = message.id;
  });
  return assignedMessages;
}

/** Like `getBranch`, in steps. */
function* listShownBranch(
  { links, headId }: StoredTree,
  storedLinksById: ReadonlyMap<string, StoredLink>,
): Generator<void, StoredLink[]> {
  const branch = new Set<StoredLink>();
  let current = headId === null ? links.at(-1) : storedLinksById.get(headId);
  while (current && !branch.has(current)) {
    branch.add(current);
    current = current.parentId === null ? undefined : storedLinksById.get(current.parentId);
    if (branch.size % 500 === 0) yield;
  }
  return [...branch].reverse();
}

/**
 * Creates a function that returns the nearest ancestor that remains, starting with `parentId`. It passes each dropped
 * message only once, because thousands of messages may follow the same dropped ones.
 */
function createRemainingParentFinder(
  storedLinksById: ReadonlyMap<string, StoredLink>,
  droppedIds: ReadonlySet<string>,
): (parentId: string | null) => string | null {
  const remainingParentIds = new Map<string, string | null>();
  return (parentId) => {
    const passedIds: string[] = [];
    let ancestorId = parentId;
    while (ancestorId !== null && droppedIds.has(ancestorId)) {
      const knownId = remainingParentIds.get(ancestorId);
      if (knownId !== undefined) {
        ancestorId = knownId;
        break;
      }
      passedIds.push(ancestorId);
      // Ends a cycle.
      remainingParentIds.set(ancestorId, null);
      ancestorId = storedLinksById.get(ancestorId)?.parentId ?? null;
    }
    for (const id of passedIds) remainingParentIds.set(id, ancestorId);
    return ancestorId;
  };
}

/**
 * Returns the id of the upload's last message. If that message is on the shown branch, or if the upload is empty,
 * returns the id of the last message that remains on the shown branch.
 */
function chooseHead(
  shownBranch: readonly StoredLink[],
  droppedIds: ReadonlySet<string>,
  lastUploadedId: string | null,
): string | null {
  const isOutside = lastUploadedId !== null && !shownBranch.some(({ id }) => id === lastUploadedId);
  return isOutside ? lastUploadedId : (shownBranch.findLast(({ id }) => !droppedIds.has(id))?.id ?? null);
}
