import { type Kysely, sql } from "kysely";

/**
 * Facts that people have saved, their projects, and facts that were found in their messages and wait for a decision.
 * `text_key` is the same for texts that differ only in case, spaces and punctuation.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table memory_projects (
      owner_id text not null references principals (id),
      id text not null,
      name text not null,
      created_at timestamptz not null,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`
    create table memories (
      owner_id text not null references principals (id),
      id text not null,
      type text not null check (type in ('user', 'project', 'assistant')),
      project_id text,
      assistant_id text,
      content text not null,
      text_key text not null,
      language text not null,
      search tsvector not null,
      created_at timestamptz not null,
      primary key (owner_id, id),
      foreign key (owner_id, project_id) references memory_projects (owner_id, id) on delete cascade,
      check ((type = 'project') = (project_id is not null) and (type = 'assistant') = (assistant_id is not null))
    )`.execute(db);
  await sql`
    create unique index memories_text
    on memories (owner_id, type, (coalesce(project_id, assistant_id, '')), text_key)`.execute(db);
  await sql`create index memories_project on memories (owner_id, project_id)`.execute(db);
  await sql`create index memories_owner on memories (owner_id, created_at)`.execute(db);
  await sql`
    create table pending_facts (
      owner_id text not null references principals (id),
      id text not null,
      conversation_id text not null,
      message_id text not null,
      content text not null,
      text_key text not null,
      replaces_id text,
      project_id text,
      assistant_id text,
      created_at timestamptz not null,
      primary key (owner_id, id),
      foreign key (owner_id, conversation_id, message_id)
        references messages (owner_id, conversation_id, id) on delete cascade
    )`.execute(db);
  await sql`
    create unique index pending_facts_message
    on pending_facts (owner_id, conversation_id, message_id, text_key)`.execute(db);
  for (const table of ["memory_projects", "memories", "pending_facts"]) {
    await sql`
      create trigger ${sql.ref(`${table}_owner_id_erased`)} before insert or update of owner_id
      on ${sql.table(table)} for each row execute function reject_erased_owner_id()`.execute(db);
  }
}
