import { type Kysely, sql } from "kysely";

/**
 * Runs that wait for a person's approval. They end with their answer.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table waiting_runs (
      owner_id text not null,
      request_id text not null,
      conversation_id text not null,
      message_id text not null,
      content text not null,
      created_at timestamptz not null,
      primary key (owner_id, request_id),
      foreign key (owner_id, conversation_id, message_id) references messages (owner_id, conversation_id, id)
        on delete cascade
    )`.execute(db);
  await sql`create index waiting_runs_message on waiting_runs (owner_id, conversation_id, message_id)`.execute(db);
}
