import { type Conversation, foldText, type Message, type MessageHit } from "@lectern/contract";
import { splitSearchWords } from "../splitSearchWords.ts";
import { isInCloud, type StoredSummary } from "../storedSummary.ts";
import { findPassage } from "./findPassage.ts";

/** The conversations that are stored in this browser, as the search reads them. */
export interface SearchedConversations {
  listSummaries(): Promise<readonly StoredSummary[]>;
  read(ids: readonly string[]): Promise<readonly Conversation[]>;
}

/** The search ends once it has this many hits or a few more: the person should refine the query. */
export const maxHits = 1_000;
/** The number of conversations that are in memory at the same time. */
const readBatchSize = 20;

/**
 * Finds messages that contain every word of the query, on any branch, in the conversations that are stored here in
 * full; the most recently changed conversation first. Reports at most one hit per conversation: its newest matching
 * message. Ends once `maxHits` hits are found or when `signal` aborts.
 */
export async function searchStored(
  source: SearchedConversations,
  query: string,
  onHits: (hits: readonly MessageHit[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const words = splitSearchWords(query);
  if (words.length === 0) return;
  const summaries = await source.listSummaries();
  const ids = summaries
    .filter(({ isStub, isDraft }) => !isStub && !isDraft)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .map(({ id }) => id);
  let count = 0;
  for (let from = 0; from < ids.length && count < maxHits && !signal.aborted; from += readBatchSize) {
    const conversations = await source.read(ids.slice(from, from + readBatchSize));
    if (signal.aborted) return;
    const hits = conversations.filter((each) => !isInCloud(each)).flatMap((each) => findHit(each, words) ?? []);
    count += hits.length;
    if (hits.length > 0) onHits(hits);
  }
}

function findHit({ id, messages }: Conversation, words: readonly string[]): MessageHit | null {
  const message = messages.findLast((each) => hasAll(getShownText(each), words));
  if (!message) return null;
  return {
    conversationId: id,
    messageId: message.id,
    role: message.role,
    ...findPassage(getShownText(message), words),
    ...(message.createdAt === undefined ? {} : { createdAt: message.createdAt }),
  };
}

function hasAll(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}

/** Returns the text that is shown for a message, which may differ from the text that was sent. */
const getShownText = ({ label, content }: Message) => label ?? content;
