import { type Kysely, sql } from "kysely";

/**
 * The artifacts of cloud conversations. A version stays when its message is deleted, because that can be undone.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table artifact_versions (
      owner_id text not null references principals (id),
      conversation_id text not null,
      artifact_id text not null,
      version integer not null,
      message_id text,
      name text not null,
      description text not null,
      type text not null,
      tags jsonb not null,
      created_on text not null,
      shared_by text,
      contents text not null,
      primary key (owner_id, conversation_id, artifact_id, version),
      foreign key (owner_id, conversation_id) references conversations (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`
    create trigger artifact_versions_owner_id_erased before insert or update of owner_id
    on artifact_versions for each row execute function reject_erased_owner_id()`.execute(db);
}
