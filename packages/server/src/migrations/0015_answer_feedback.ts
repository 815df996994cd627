import { type Kysely, sql } from "kysely";

/**
 * What people think of the answers of their cloud conversations.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table answer_feedback (
      owner_id text not null,
      conversation_id text not null,
      message_id text not null,
      rating text not null check (rating in ('up', 'down')),
      reason text,
      updated_at timestamptz not null,
      primary key (owner_id, conversation_id, message_id),
      foreign key (owner_id, conversation_id, message_id)
        references messages (owner_id, conversation_id, id) on delete cascade
    )`.execute(db);
}
