import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { foldText, type MessageHit, MessageRole } from "@lectern/contract";
import * as z from "zod/mini";
import type { Context } from "../../../core/context.ts";
import { getOwnerId } from "../../access/service.ts";
import type { ListPosition } from "../repository.ts";
import { extractPassage } from "./extractPassage.ts";
import { buildIndexQuery, parseSearchTerms, type SearchTerm, splitQuery } from "./parseSearchTerms.ts";
import {
  type ConversationMatch,
  listIndexEntries,
  listMatchedMessages,
  listMatches,
  type MatchedMessage,
} from "./repository.ts";

/** Characters of a message's text that are searched. See migrations/0005_library.ts. */
const searchedLength = 40_000;
/**
 * After a call has searched this many characters for passages, it searches only the beginning of each further message.
 */
const maxReadLength = 1_000_000;
const beginningLength = 2_000;
/** Messages that one statement reads, which is about a million characters at most. */
const messagesPerStatement = 25;
/** Maximum number of matching messages that a search considers. */
const maxMatches = 200_000;

export interface MessageSearch {
  query: string;
  limit: number;
  after: ListPosition | null;
}

/**
 * Finds the hits after a position in the person's list of conversations. `next` is null at the end of the list. Before
 * that, there may be fewer hits than `limit`, because the index can match messages without the terms.
 */
export async function findHits(
  ctx: Pick<Context, "db" | "actor" | "signal">,
  { query, limit, after }: MessageSearch,
): Promise<{ hits: MessageHit[]; next: ListPosition | null }> {
  const ownerId = getOwnerId(ctx.actor);
  const terms = parseSearchTerms(query);
  const tsQuery = buildIndexQuery(await listIndexEntries(ctx.db, ownerId, splitQuery(query)), terms);
  if (tsQuery === null) return { hits: [], next: null };
  const matches = await listMatches(ctx.db, ownerId, tsQuery, after, limit + 1, maxMatches);
  const pageMatches = matches.slice(0, limit);
  const lastMatch = matches.length > limit ? pageMatches.at(-1) : undefined;
  const hits = await readHits(ctx, pageMatches, terms);
  return { hits, next: lastMatch ? { updatedAt: lastMatch.updatedAt, id: lastMatch.id } : null };
}

/** Reads the matched messages in portions, so that other people's statements run in between. */
async function readHits(
  { db, actor, signal }: Pick<Context, "db" | "actor" | "signal">,
  matches: readonly ConversationMatch[],
  terms: readonly SearchTerm[],
): Promise<MessageHit[]> {
  const hits: MessageHit[] = [];
  let readLength = 0;
  for (let start = 0; start < matches.length; start += messagesPerStatement) {
    const portion = matches.slice(start, start + messagesPerStatement);
    for (const message of await listMatchedMessages(db, getOwnerId(actor), portion, searchedLength)) {
      // The caller has disconnected.
      if (signal.aborted) return hits;
      const hit = toHit(message, terms, readLength < maxReadLength ? searchedLength : beginningLength);
      readLength += message.content.length + (message.label?.length ?? 0);
      if (hit) hits.push(hit);
      await yieldToEventLoop();
    }
  }
  return hits;
}

/** Returns null if the message contains the indexed character pairs of a term but not the term itself. */
function toHit(
  { id, conversation_id, role, content, label, created_at }: MatchedMessage,
  terms: readonly SearchTerm[],
  length: number,
): MessageHit | null {
  const texts = [...(label === null || label === content ? [] : [label]), content];
  const partTerms = terms.filter(({ match }) => match === "part");
  const foldedTexts = partTerms.length > 0 ? texts.map(foldText) : [];
  if (!partTerms.every((part) => foldedTexts.some((text) => text.includes(part.text)))) return null;
  // If both texts contain the same number of terms, prefer the label, which is what the person sees.
  const [bestPassage] = texts
    .map((text) => extractPassage(text.slice(0, length), terms))
    .sort((a, b) => b.termsFound - a.termsFound);
  if (!bestPassage) return null;
  return {
    conversationId: conversation_id,
    messageId: id,
    role: z.parse(MessageRole, role),
    passage: bestPassage.text,
    marks: bestPassage.marks,
    createdAt: created_at.toISOString(),
  };
}
