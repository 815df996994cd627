import { type Kysely, sql } from "kysely";

/** @public Kysely calls it by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id text primary key,
      issuer text not null,
      subject text not null,
      email text not null,
      email_verified boolean not null default false,
      name text not null default '',
      is_admin boolean not null default false,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      unique (issuer, subject)
    )`.execute(db);
  await sql`create index users_email on users (lower(email))`.execute(db);

  await sql`
    create table sessions (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      provider_tokens text,
      provider_expires_at timestamptz
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);

  await sql`
    create table oidc_records (
      model text not null,
      id text not null,
      payload jsonb not null,
      grant_id text,
      uid text,
      user_code text,
      expires_at timestamptz,
      consumed_at timestamptz,
      primary key (model, id)
    )`.execute(db);
  await sql`create index oidc_records_grant on oidc_records (grant_id)`.execute(db);
  await sql`create index oidc_records_uid on oidc_records (model, uid)`.execute(db);

  await sql`create table secrets (name text primary key, sealed text not null, created_at timestamptz not null)`.execute(
    db,
  );
  await sql`create table settings (name text primary key, value jsonb not null, updated_at timestamptz not null)`.execute(
    db,
  );

  await sql`
    create table models (
      id text primary key,
      upstream_id text not null,
      name text not null,
      provider text not null,
      description text not null default '',
      system_prompt text not null default '',
      input_context_window integer not null,
      output_token_limit integer not null,
      input_token_cost numeric(18, 9),
      output_token_cost numeric(18, 9),
      cached_token_cost numeric(18, 9),
      exclusive_group_availability jsonb not null default '[]',
      supports_images boolean not null default false,
      supports_system_prompts boolean not null default true,
      is_available boolean not null default true,
      is_built_in boolean not null default false,
      is_default boolean not null default false,
      default_advanced_model boolean not null default false,
      default_cheapest_model boolean not null default false,
      default_embeddings_model boolean not null default false,
      default_qa_model boolean not null default false,
      endpoints jsonb not null default '[]',
      origin text not null,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table conversations (
      owner_id text not null references users (id) on delete cascade,
      id text not null,
      name text not null,
      model_id text,
      prompt text,
      temperature double precision,
      max_tokens integer,
      folder_id text,
      tags jsonb not null default '[]',
      group_type text,
      code_interpreter_assistant_id text,
      head_id text,
      extra jsonb not null default '{}',
      bytes bigint not null default 0,
      revision integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create index conversations_recent on conversations (owner_id, updated_at desc, id)`.execute(db);

  await sql`
    create table messages (
      owner_id text not null,
      conversation_id text not null,
      id text not null,
      parent_id text,
      seq bigint generated always as identity,
      role text not null,
      content text not null,
      label text,
      type text,
      data jsonb not null default '{}',
      topic_data jsonb,
      created_at timestamptz not null,
      revision integer not null default 1,
      primary key (owner_id, conversation_id, id),
      foreign key (owner_id, conversation_id) references conversations (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`create index messages_order on messages (owner_id, conversation_id, seq)`.execute(db);

  // The few answers that are being written, or were when their process died; queried at every start.
  await sql`create index messages_live on messages (owner_id) where data ? 'run' and not (data ? 'end')`.execute(db);

  await sql`
    create table folders (
      owner_id text not null references users (id) on delete cascade,
      id text not null,
      name text not null,
      type text not null,
      date text,
      pinned boolean not null default false,
      primary key (owner_id, id)
    )`.execute(db);

  await sql`
    create table usage (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      request_id text not null,
      conversation_id text,
      model_id text not null,
      purpose text not null,
      opened_at timestamptz not null,
      settled_at timestamptz,
      outcome text,
      is_estimate boolean not null default false,
      input_tokens integer not null default 0,
      output_tokens integer not null default 0,
      cached_tokens integer not null default 0,
      input_token_cost numeric(18, 9),
      output_token_cost numeric(18, 9),
      cached_token_cost numeric(18, 9),
      cost numeric(24, 12) not null default 0
    )`.execute(db);
  await sql`create index usage_user_time on usage (user_id, opened_at)`.execute(db);
  await sql`create index usage_open on usage (opened_at) where settled_at is null`.execute(db);
}
