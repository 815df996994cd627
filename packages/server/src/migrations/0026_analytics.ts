import { type Kysely, sql } from "kysely";

/**
 * Figures about conversations with the assistants of groups, for the editors of the groups. Nothing here is content, but
 * for what people write about an answer.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of a conversation that is stored in the browser, only `conversation_hash` and `pseudonym` are known.
  await sql`
    create table analysis_records (
      id uuid primary key,
      group_id text not null references groups (id),
      assistant_id text not null references assistants (id) on delete cascade,
      assistant_name text not null,
      pseudonym bigint not null,
      conversation_hash text not null,
      person_id text,
      conversation_id text,
      employee_type text,
      entry_point text not null,
      number_prompts integer not null default 0,
      model_used text not null,
      started_at timestamptz not null,
      updated_at timestamptz not null,
      user_rating smallint check (user_rating between 1 and 5),
      user_feedback text,
      rated_message_id text,
      system_rating smallint check (system_rating between 1 and 5),
      category text,
      unique (conversation_hash, assistant_id),
      check ((person_id is null) = (conversation_id is null)),
      foreign key (person_id, conversation_id) references conversations (owner_id, id) on delete set null
    )`.execute(db);
  await sql`create index analysis_records_conversation on analysis_records (person_id, conversation_id)`.execute(db);
  await sql`create index analysis_records_pseudonym on analysis_records (pseudonym)`.execute(db);
  await sql`create index analysis_records_group on analysis_records (group_id, started_at)`.execute(db);
  await sql`create index analysis_records_assistant on analysis_records (assistant_id, started_at)`.execute(db);
  await sql`
    create table analysis_prompts (
      record_id uuid not null references analysis_records (id) on delete cascade,
      prompt_hash text not null,
      primary key (record_id, prompt_hash)
    )`.execute(db);
  // Which messages of cloud conversations are answers of the assistant, so that editors read these and no others.
  await sql`
    create table analysis_answers (
      owner_id text not null,
      conversation_id text not null,
      message_id text not null,
      record_id uuid not null references analysis_records (id) on delete cascade,
      primary key (owner_id, conversation_id, message_id),
      foreign key (owner_id, conversation_id, message_id)
        references messages (owner_id, conversation_id, id) on delete cascade
    )`.execute(db);
  await sql`create index analysis_answers_record on analysis_answers (record_id)`.execute(db);
  await sql`
    create table analysis_openings (
      record_id uuid not null references analysis_records (id) on delete cascade,
      opened_by text not null references principals (id),
      opened_at timestamptz not null
    )`.execute(db);
  await sql`create index analysis_openings_record on analysis_openings (record_id, opened_at)`.execute(db);
  await forgetFeedback(db);
  await rejectErasedPeople(db);
}

/** What a person has written, and what refers to their messages, goes with the conversation. The figures stay. */
async function forgetFeedback(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_analysis_feedback() returns trigger language plpgsql as $$
    begin
      new.user_feedback := null;
      new.rated_message_id := null;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger analysis_records_forgotten before update of person_id on analysis_records
    for each row when (old.person_id is not null and new.person_id is null)
    execute function forget_analysis_feedback()`.execute(db);
}

/** Rejects new rows of erased people; see `0019_shared_erasure_locks.ts`. */
async function rejectErasedPeople(db: Kysely<unknown>): Promise<void> {
  for (const { table, column } of [
    { table: "analysis_records", column: "person_id" },
    { table: "analysis_openings", column: "opened_by" },
  ]) {
    const value = sql`new.${sql.ref(column)}`;
    await sql`
      create function ${sql.ref(`reject_erased_${column}`)}() returns trigger language plpgsql as $$
      begin
        if ${value} is null then
          return new;
        end if;
        perform pg_advisory_xact_lock_shared(714002, hashtext(${value}) & 63);
        if exists (select from users where id = ${value} and erased_at is not null) then
          raise exception 'a person of the table % has been erased', tg_table_name
            using errcode = 'foreign_key_violation';
        end if;
        return new;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.ref(`${table}_${column}_erased`)} before insert or update of ${sql.ref(column)}
      on ${sql.table(table)} for each row execute function ${sql.ref(`reject_erased_${column}`)}()`.execute(db);
  }
  await sql`
    create trigger analysis_answers_owner_id_erased before insert or update of owner_id
    on analysis_answers for each row execute function reject_erased_owner_id()`.execute(db);
}
