import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

interface ConversationOf {
  /** See `hashConversation`. It belongs to one person, so it needs no other check. */
  conversationHash: string;
}

/** Records of a conversation that are analyzed at present. */
const isAnalyzed = ({ conversationHash }: ConversationOf): RawBuilder<boolean> => sql`(
  record.conversation_hash = ${conversationHash}
  and exists (select from groups where id = record.group_id and supports_analysis and deleted_at is null)
)`;

interface NewRating {
  rating: number | null;
  feedback: string | null;
  messageId: string | null;
  /** True if the person was told that the editors do not learn who they are. */
  isHidden: boolean;
}

/** Stores a rating. `assistantId` is null for the assistant that answered last. Returns false if there is no record. */
export async function updateRating(
  db: Db,
  { assistantId, ...conversation }: ConversationOf & { assistantId: string | null },
  { rating, feedback, messageId, isHidden }: NewRating,
): Promise<boolean> {
  const isOfAssistant = assistantId === null ? sql`true` : sql`assistant_id = ${assistantId}`;
  const { rows } = await sql`
    update analysis_records
    set user_rating = ${rating}, user_feedback = ${feedback}, rated_message_id = ${messageId},
      is_hidden = coalesce(is_hidden, false) or ${isHidden}
    where id = (
      select id from analysis_records as record where ${isAnalyzed(conversation)} and ${isOfAssistant}
      order by updated_at desc, id limit 1
    ) returning 1`.execute(db);
  return rows.length > 0;
}

interface RatingRow {
  assistantId: string;
  messageId: string | null;
  userRating: number;
  userFeedback: string | null;
}

export async function listRatings(db: Db, conversation: ConversationOf): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    select assistant_id as "assistantId", rated_message_id as "messageId", user_rating as "userRating",
      user_feedback as "userFeedback"
    from analysis_records as record where ${isAnalyzed(conversation)} and user_rating is not null
    order by assistant_id`.execute(db);
  return rows;
}

interface OpeningRow {
  /** Null if the editor has been erased. */
  openedBy: string | null;
  openedAt: Date;
  assistantName: string;
}

/** Lists who has opened a conversation, latest first, also if it is not analyzed any more. */
export async function listOpenings(db: Db, { conversationHash }: ConversationOf, limit: number): Promise<OpeningRow[]> {
  const { rows } = await sql<OpeningRow>`
    select coalesce(nullif(users.email, ''), services.wire_id) as "openedBy", opened_at as "openedAt",
      coalesce(nullif(assistants.name, ''), assistant_name) as "assistantName"
    from analysis_records as record
    join analysis_openings on record_id = record.id
    join assistants on assistants.id = assistant_id
    left join users on users.id = opened_by left join services on services.id = opened_by
    where conversation_hash = ${conversationHash}
    order by opened_at desc limit ${limit}`.execute(db);
  return rows;
}
