import { type Kysely, sql } from "kysely";

/**
 * The versions of the data disclosure agreement. The setting `dataDisclosure` names the present one.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disclosure_documents (
      version text primary key,
      file_name text not null,
      blob_key text not null,
      bytes integer not null,
      html text not null,
      uploaded_by text not null references principals (id),
      uploaded_at timestamptz not null
    )`.execute(db);
  // Acceptances of one version are counted, and all are listed by their time.
  await sql`create index disclosure_acceptances_version on disclosure_acceptances (version)`.execute(db);
  await sql`create index disclosure_acceptances_time on disclosure_acceptances (accepted_at, principal_id)`.execute(db);
}
