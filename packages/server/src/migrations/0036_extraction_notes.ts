import { type Kysely, sql } from "kysely";

/**
 * What extractions left out or guessed; the encoding that a person has chosen for a file; when a document was last used,
 * by which documents of an older reader are read again; and what that replaces, because old citations refer to it.
 * Documents that were read before have no notes.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents
      add column notes jsonb not null default '[]',
      add column replaced_content jsonb not null default '[]',
      add column used_at timestamptz`.execute(db);
  await sql`alter table files add column encoding text`.execute(db);
  await sql`
    create table replaced_chunks (
      id bigint primary key,
      document_id text not null references documents (id) on delete cascade,
      position integer not null,
      content text not null,
      headings text,
      locations jsonb not null,
      original_indexes jsonb not null
    )`.execute(db);
  await sql`create index replaced_chunks_document on replaced_chunks (document_id)`.execute(db);
  await sql`create index documents_by_reader on documents (extractor) where state = 'ready'`.execute(db);
}
