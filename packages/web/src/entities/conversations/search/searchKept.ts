import { type Conversation, foldText, type Message, type MessageHit } from "@lectern/contract";
import { isInCloud, type KeptSummary } from "../keptSummary.ts";
import { splitSearchWords } from "../splitSearchWords.ts";
import { passageOf } from "./passageOf.ts";

/** Where conversations that are kept here are read from. */
export interface SearchedSource {
  summaries(): Promise<readonly KeptSummary[]>;
  read(ids: readonly string[]): Promise<readonly Conversation[]>;
}

/** Hits after which a person does better to type another word. */
export const mostHits = 1_000;
/** Conversations that are in memory at once. */
const readAtOnce = 20;

/**
 * Finds words inside the messages of conversations that are kept here in full, on any branch, the last changed first: every word
 * stands in the message. At most one hit a conversation, in its newest such message. Ends after `mostHits`, and when `signal` aborts.
 */
export async function searchKept(
  source: SearchedSource,
  query: string,
  onHits: (hits: readonly MessageHit[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const words = splitSearchWords(query);
  if (words.length === 0) return;
  const summaries = await source.summaries();
  const ids = summaries
    .filter(({ isStub, isDraft }) => !isStub && !isDraft)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .map(({ id }) => id);
  let count = 0;
  for (let from = 0; from < ids.length && count < mostHits && !signal.aborted; from += readAtOnce) {
    const conversations = await source.read(ids.slice(from, from + readAtOnce));
    if (signal.aborted) return;
    const hits = conversations.filter((each) => !isInCloud(each)).flatMap((each) => hitIn(each, words) ?? []);
    count += hits.length;
    if (hits.length > 0) onHits(hits);
  }
}

function hitIn({ id, messages }: Conversation, words: readonly string[]): MessageHit | null {
  const message = messages.findLast((each) => hasAll(shownTextOf(each), words));
  if (!message) return null;
  return {
    conversationId: id,
    messageId: message.id,
    role: message.role,
    ...passageOf(shownTextOf(message), words),
  };
}

function hasAll(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}

/** What stands on the screen of a message, which may differ from what was sent. */
const shownTextOf = ({ label, content }: Message) => label ?? content;
