import { type Kysely, sql } from "kysely";

/** @public Kysely calls it by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The content extracted from the bytes of one or more files. `id`: SHA-256 of kind and bytes, hex.
  await sql`
    create table documents (
      id text primary key,
      kind text not null,
      size bigint not null,
      state text not null,
      progress integer not null default 0,
      reason text,
      can_retry boolean not null default false,
      attempts integer not null default 0,
      process_id text,
      is_released boolean not null default false,
      content_key text,
      preview_key text,
      total_items integer,
      total_tokens integer,
      image_tokens jsonb,
      width integer,
      height integer,
      language text,
      location_properties jsonb not null default '[]',
      props jsonb not null default '{}',
      extractor integer not null default 0,
      chunk_count integer not null default 0,
      chunk_languages jsonb not null default '[]',
      embedding_state text not null default 'none',
      embedding_model text,
      embedding_process_id text,
      embedding_since timestamptz,
      created_at timestamptz not null,
      state_changed_at timestamptz not null
    )`.execute(db);
  await sql`create index documents_working on documents (state_changed_at) where state in ('queued', 'extracting')`.execute(
    db,
  );
  await sql`create index documents_embedding on documents (embedding_since) where embedding_state in ('queued', 'embedding', 'terminated')`.execute(
    db,
  );

  await sql`
    create table files (
      id text primary key,
      owner_id text not null references users (id) on delete cascade,
      group_id text,
      name text not null,
      type text not null,
      tags jsonb not null default '[]',
      data jsonb not null default '{}',
      knowledge_base text not null default 'default',
      blob_key text not null,
      declared_size bigint,
      size bigint,
      sha256 text,
      document_id text references documents (id),
      failure text,
      created_at timestamptz not null,
      uploaded_at timestamptz
    )`.execute(db);
  await sql`create index files_recent on files (owner_id, created_at, id)`.execute(db);
  await sql`create index files_by_name on files (owner_id, lower(name), id)`.execute(db);
  await sql`create index files_by_type on files (owner_id, lower(type), id)`.execute(db);
  await sql`create index files_document on files (document_id)`.execute(db);
  await sql`create index files_tags on files using gin (tags)`.execute(db);
  await sql`create index files_unfinished on files (created_at) where document_id is null`.execute(db);

  await sql`
    create table chunks (
      id bigint generated always as identity primary key,
      document_id text not null references documents (id) on delete cascade,
      position integer not null,
      content text not null,
      tokens integer not null,
      char_index integer not null,
      locations jsonb not null,
      original_indexes jsonb not null,
      language text not null,
      search tsvector not null,
      unique (document_id, position)
    )`.execute(db);
  await sql`create index chunks_search on chunks using gin (search)`.execute(db);
  // Stored in the row instead of out of line: a search reads several hundred of these vectors, but few of the texts.
  await sql`alter table chunks alter column search set storage main`.execute(db);
}
