import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { ListPosition } from "../repository.ts";

/** What the index has of each of these texts, for this person. */
export async function listIndexEntries(db: Db, ownerId: string, texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ entries: string[] }>`
    select tsvector_to_array(message_words(${ownerId}::text, text, null)) as entries
    from unnest(${[...texts]}::text[]) with ordinality as given (text, place) order by place`.execute(db);
  return rows.map(({ entries }) => entries);
}

/** A conversation in which something was found, and the newest of its messages that has it. */
export interface Match extends ListPosition {
  messageSeq: number;
}

/**
 * The conversations after a place, the last changed first, that have a message which the index finds. Of more than `most` messages that
 * it finds, it takes so many.
 */
export async function listMatches(
  db: Db,
  ownerId: string,
  query: string,
  after: ListPosition | null,
  limit: number,
  most: number,
): Promise<Match[]> {
  // `offset 0` keeps the planner from looking at each of the person's messages instead of the index, whose entries are theirs alone.
  const { rows } = await sql<{ id: string; updated_at: Date; seq: number }>`
    select conversations.id, conversations.updated_at, found.seq
    from (
      select owner_id, conversation_id, max(seq) as seq
      from (
        select owner_id, conversation_id, seq from messages
        where message_words(owner_id, content, label) @@ ${query}::tsquery and (not (data ? 'run') or data ? 'end')
        limit ${most} offset 0
      ) as entries
      group by owner_id, conversation_id
    ) as found
    join conversations on conversations.owner_id = found.owner_id and conversations.id = found.conversation_id
    where found.owner_id = ${ownerId} and (${after === null}::boolean
      or (conversations.updated_at, ${after?.id ?? ""}::text) < (${after?.updatedAt ?? null}::timestamptz, conversations.id))
    order by conversations.updated_at desc, conversations.id
    limit ${limit}`.execute(db);
  return rows.map(({ id, updated_at, seq }) => ({ id, updatedAt: updated_at, messageSeq: seq }));
}

export interface MatchedMessage {
  id: string;
  conversation_id: string;
  role: string;
  content: string;
  label: string | null;
}

/** The messages of matches, as far as they are searched. */
export async function listMatchedMessages(
  db: Db,
  ownerId: string,
  matches: readonly Match[],
  length: number,
): Promise<MatchedMessage[]> {
  const { rows } = await sql<MatchedMessage>`
    select messages.id, messages.conversation_id, role, left(content, ${length}) as content, left(label, ${length}) as label
    from unnest(${matches.map(({ id }) => id)}::text[], ${matches.map(({ messageSeq }) => messageSeq)}::bigint[])
      with ordinality as wanted (conversation_id, seq, place)
    join messages on messages.owner_id = ${ownerId} and messages.conversation_id = wanted.conversation_id
      and messages.seq = wanted.seq
    order by wanted.place`.execute(db);
  return rows;
}
