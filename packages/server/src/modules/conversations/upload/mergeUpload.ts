import { type Message, getBranch } from "@lectern/contract";

/** A message as it is uploaded; without `parentId` it follows the one before it. */
export type UploadedMessage = Omit<Message, "parentId"> & { parentId?: string | null | undefined };

interface StoredLink {
  id: string;
  parentId: string | null;
  /** The conversation's revision when the message was last written. */
  revision: number;
}

export interface StoredTree {
  /** In order of arrival. */
  links: readonly StoredLink[];
  headId: string | null;
}

export interface Upload {
  messages: readonly UploadedMessage[];
  /** The revision that the caller last saw; null: it does not say. */
  revision: number | null;
}

export interface Merge {
  /** Messages to add or to replace. */
  write: Message[];
  drop: string[];
  relink: { id: string; parentId: string | null }[];
  headId: string | null;
}

/**
 * What an upload changes. Messages merge by id. One of the shown branch that the caller saw and no longer sends is dropped; one
 * that was written after the caller's revision is neither dropped nor replaced, and stays shown where the upload does not go on
 * beyond it. Without a revision nothing is dropped. Other branches, which the caller does not see, stay; an
 * empty upload clears them too. Pure.
 */
export function mergeUpload(stored: StoredTree, upload: Upload): Merge {
  const byId = new Map(stored.links.map((link) => [link.id, link]));
  const isNewer = (link: StoredLink) => upload.revision !== null && link.revision > upload.revision;
  const sent = placed(upload.messages, byId);
  const sentIds = new Set(sent.map((message) => message.id));
  const shown = getBranch(stored.links, stored.headId);
  const seen = upload.revision === null ? [] : sent.length === 0 ? stored.links : shown;
  const dropped = new Set(seen.filter((link) => !sentIds.has(link.id) && !isNewer(link)).map((link) => link.id));
  const keptParent = (parentId: string | null): string | null => {
    let current = parentId;
    while (current !== null && dropped.has(current)) current = byId.get(current)?.parentId ?? null;
    return current;
  };
  const relink = stored.links
    .filter((link) => !dropped.has(link.id) && link.parentId !== null && dropped.has(link.parentId))
    .map((link) => ({ id: link.id, parentId: keptParent(link.parentId) }));
  const write = sent
    .filter((message) => {
      const known = byId.get(message.id);
      return !known || !isNewer(known);
    })
    .map((message) => ({ ...message, parentId: keptParent(message.parentId) }));
  return { write, drop: [...dropped], relink, headId: headAfter(shown, dropped, sent, byId) };
}

/** Gives each message its parent: the stored one, a sound one of its own, or the message before it. An id twice: the last counts. */
function placed(messages: readonly UploadedMessage[], stored: ReadonlyMap<string, StoredLink>): Message[] {
  const unique = [...new Map(messages.map((message) => [message.id, message])).values()];
  const before = new Set<string>();
  let previous: string | null = null;
  return unique.map((message) => {
    const known = stored.get(message.id);
    const own = message.parentId;
    const isSound = own === null || (own !== undefined && (before.has(own) || stored.has(own)));
    const parentId: string | null = known ? known.parentId : isSound && own !== undefined ? own : previous;
    before.add(message.id);
    previous = message.id;
    return { ...message, parentId };
  });
}

/** The upload's last message, except where what is stored and stays goes on from there. */
function headAfter(
  shown: readonly StoredLink[],
  dropped: ReadonlySet<string>,
  sent: readonly Message[],
  stored: ReadonlyMap<string, StoredLink>,
): string | null {
  const storedEnd = shown.findLast((link) => !dropped.has(link.id))?.id ?? null;
  const sentEnd = sent.at(-1);
  if (!sentEnd) return storedEnd;
  const isShown = stored.has(sentEnd.id) && shown.some((link) => link.id === sentEnd.id);
  return isShown ? storedEnd : sentEnd.id;
}
