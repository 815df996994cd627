import type { AnswerFeedback } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";

/** Identifies a message of a cloud conversation. */
export interface AnswerKey {
  ownerId: OwnerId;
  conversationId: string;
  messageId: string;
}

/** Stores feedback, replacing earlier feedback. Returns false if there is no such answer. */
export async function upsertFeedback(
  db: Db,
  { ownerId, conversationId, messageId }: AnswerKey,
  { rating, reason }: AnswerFeedback,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into answer_feedback (owner_id, conversation_id, message_id, rating, reason, updated_at)
    select owner_id, conversation_id, id, ${rating}, ${reason || null}, ${now}::timestamptz from messages
    where owner_id = ${ownerId} and conversation_id = ${conversationId} and id = ${messageId} and role = 'assistant'
    for key share
    on conflict (owner_id, conversation_id, message_id) do update
      set rating = excluded.rating, reason = excluded.reason, updated_at = excluded.updated_at
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function deleteFeedback(db: Db, { ownerId, conversationId, messageId }: AnswerKey): Promise<void> {
  await db
    .deleteFrom("answer_feedback")
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .where("message_id", "=", messageId)
    .execute();
}

export async function listFeedback(db: Db, ownerId: OwnerId, conversationId: string) {
  return db
    .selectFrom("answer_feedback")
    .select(["message_id", "rating", "reason"])
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .execute();
}
