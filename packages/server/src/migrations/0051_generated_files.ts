import { type Kysely, sql } from "kysely";

/**
 * Files that the code of answers has made. `conversation_id`: the cloud conversation with the answer that names the file,
 * once there is one. The bytes of a file with `deleted_at` are removed, and then its row. `deleted_with_conversation`: the
 * file comes back if its owner restores the conversation in time.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table generated_files (
      id text primary key,
      owner_id text not null references principals (id),
      assistant_id text not null,
      thread_id text,
      conversation_id text,
      name text not null,
      type text not null,
      size integer not null,
      blob_key text not null,
      created_at timestamptz not null,
      uploaded_at timestamptz,
      deleted_at timestamptz,
      deleted_with_conversation boolean not null default false
    )`.execute(db);
  await sql`create index generated_files_owner on generated_files (owner_id, assistant_id)`.execute(db);
  await sql`
    create index generated_files_unneeded on generated_files (created_at)
    where uploaded_at is null or deleted_at is not null`.execute(db);
  await sql`
    create trigger generated_files_owner_id_erased before insert or update of owner_id
    on generated_files for each row execute function reject_erased_owner_id()`.execute(db);
  await sql`
    create function delete_generated_files() returns trigger language plpgsql as $$
    begin
      update generated_files set deleted_at = now(), deleted_with_conversation = true
      where owner_id = old.owner_id and deleted_at is null
        and (conversation_id = old.id or assistant_id = old.code_interpreter_assistant_id)
        and not exists (
          select from conversations where owner_id = old.owner_id
            and (id = generated_files.conversation_id
              or code_interpreter_assistant_id = generated_files.assistant_id)
        );
      return null;
    end $$`.execute(db);
  await sql`
    create trigger conversations_generated_files after delete on conversations
    for each row execute function delete_generated_files()`.execute(db);
  // The reaper removes the bytes after an hour, so that a file of which they may be gone does not come back.
  await sql`
    create function restore_generated_files() returns trigger language plpgsql as $$
    begin
      update generated_files set deleted_at = null, deleted_with_conversation = false
      where owner_id = new.owner_id and deleted_with_conversation and deleted_at > now() - interval '59 minutes'
        and (conversation_id = new.id or assistant_id = new.code_interpreter_assistant_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger conversations_generated_files_restored after insert on conversations
    for each row execute function restore_generated_files()`.execute(db);
}
