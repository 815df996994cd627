import { setImmediate as othersTurn } from "node:timers/promises";
import { foldText, type MessageHit, MessageRole } from "@lectern/contract";
import * as z from "zod/mini";
import type { Context } from "../../../core/context.ts";
import type { ListPosition } from "../repository.ts";
import { passageOf } from "./extractPassage.ts";
import { listIndexEntries, listMatches, type MatchedMessage, listMatchedMessages } from "./repository.ts";
import { indexQuery, queryPieces, type SearchTerm, searchTerms } from "./parseSearchTerms.ts";

/** Characters of a message that are searched, see migrations/0005_library.ts. */
const searchedLength = 40_000;
/** Characters of all hits of one call that are looked at for their passages; of the hits after that, their beginnings. */
const mostRead = 1_000_000;
const beginning = 2_000;
/** Messages of one person in which a query is found, that are looked at. */
const mostMatches = 200_000;

export interface Search {
  query: string;
  limit: number;
  after: ListPosition | null;
}

/** The hits after a place in the list of one's conversations; `next`: where to go on, null at the end. */
export async function findHits(
  ctx: Pick<Context, "db" | "actor" | "signal">,
  { query, limit, after }: Search,
): Promise<{ hits: MessageHit[]; next: ListPosition | null }> {
  const ownerId = ctx.actor.userId;
  const terms = searchTerms(query);
  const asked = indexQuery(await listIndexEntries(ctx.db, ownerId, queryPieces(query)), terms);
  if (asked === null) return { hits: [], next: null };
  const matches = await listMatches(ctx.db, ownerId, asked, after, limit + 1, mostMatches);
  const page = matches.slice(0, limit);
  const last = matches.length > limit ? page.at(-1) : undefined;
  const hits: MessageHit[] = [];
  let read = 0;
  for (const message of await listMatchedMessages(ctx.db, ownerId, page, searchedLength)) {
    // Nobody waits for it any more.
    if (ctx.signal.aborted) break;
    const hit = toHit(message, terms, read < mostRead ? searchedLength : beginning);
    read += message.content.length + (message.label?.length ?? 0);
    if (hit) hits.push(hit);
    await othersTurn();
  }
  return { hits, next: last ? { updatedAt: last.updatedAt, id: last.id } : null };
}

/** Null where pairs of letters stand in the message, and not the word that they are from. */
function toHit(
  { id, conversation_id, role, content, label }: MatchedMessage,
  terms: readonly SearchTerm[],
  length: number,
): MessageHit | null {
  const texts = [...(label === null || label === content ? [] : [label]), content];
  const parts = terms.filter(({ place }) => place === "part");
  const folded = parts.length > 0 ? texts.map(foldText) : [];
  if (!parts.every((part) => folded.some((text) => text.includes(part.text)))) return null;
  // Of the shown text and the one that was sent, the shown one counts where it has as much.
  const [best] = texts
    .map((text) => passageOf(text.slice(0, length), terms))
    .sort((a, b) => b.termsFound - a.termsFound);
  if (!best) return null;
  return {
    conversationId: conversation_id,
    messageId: id,
    role: z.parse(MessageRole, role),
    passage: best.text,
    marks: best.marks,
  };
}
