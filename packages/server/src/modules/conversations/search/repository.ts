import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { OwnerId } from "../../access/service.ts";
import type { ListPosition } from "../repository.ts";

/** Lists the index entries that each of these texts would have for this owner. */
export async function listIndexEntries(db: Db, ownerId: OwnerId, texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ entries: string[] }>`
    select tsvector_to_array(message_words(${ownerId}::text, text, null)) as entries
    from unnest(${[...texts]}::text[]) with ordinality as given (text, position) order by position`.execute(db);
  return rows.map(({ entries }) => entries);
}

/** A conversation with its newest matching message. */
export interface ConversationMatch extends ListPosition {
  messageSeq: number;
}

/**
 * Lists the conversations with a message that matches the index query, most recently changed first. Starts after a
 * position, or at the beginning if it is null. Considers at most `maxMatches` messages.
 */
export async function listMatches(
  db: Db,
  ownerId: OwnerId,
  query: string,
  afterPosition: ListPosition | null,
  limit: number,
  maxMatches: number,
): Promise<ConversationMatch[]> {
  const { rows } = await sql<{ id: string; updated_at: Date; seq: number }>`
    select conversations.id, conversations.updated_at, found.seq
    from (
      select owner_id, conversation_id, max(seq) as seq
      from (${buildMatchQuery(query, maxMatches)}) as entries
      group by owner_id, conversation_id
    ) as found
    join conversations on conversations.owner_id = found.owner_id and conversations.id = found.conversation_id
    where found.owner_id = ${ownerId} and (${afterPosition === null}::boolean
      or (conversations.updated_at, ${afterPosition?.id ?? ""}::text) < (${afterPosition?.updatedAt ?? null}::timestamptz, conversations.id))
    order by conversations.updated_at desc, conversations.id
    limit ${limit}`.execute(db);
  return rows.map(({ id, updated_at, seq }) => ({ id, updatedAt: updated_at, messageSeq: seq }));
}

/** Selects the messages that match the index query, whose entries include the owner. */
export function buildMatchQuery(query: string, maxMatches: number): RawBuilder<unknown> {
  // `offset 0` keeps the condition on the owner outside, for which the planner would read all the owner's messages.
  return sql`
    select owner_id, conversation_id, seq from messages
    where message_words(owner_id, content, label) @@ ${query}::tsquery and (not (data ? 'run') or data ? 'end')
    limit ${maxMatches} offset 0`;
}

export interface MatchedMessage {
  id: string;
  conversation_id: string;
  role: string;
  content: string;
  label: string | null;
  created_at: Date;
}

/** Lists the matched messages, with the first `length` characters of each text. */
export async function listMatchedMessages(
  db: Db,
  ownerId: OwnerId,
  matches: readonly ConversationMatch[],
  length: number,
): Promise<MatchedMessage[]> {
  const { rows } = await sql<MatchedMessage>`
    select messages.id, messages.conversation_id, role, left(content, ${length}) as content, left(label, ${length}) as label,
      messages.created_at
    from unnest(${matches.map(({ id }) => id)}::text[], ${matches.map(({ messageSeq }) => messageSeq)}::bigint[])
      with ordinality as wanted (conversation_id, seq, position)
    join messages on messages.owner_id = ${ownerId} and messages.conversation_id = wanted.conversation_id
      and messages.seq = wanted.seq
    order by wanted.position`.execute(db);
  return rows;
}
