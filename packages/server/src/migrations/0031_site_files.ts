import { type Kysely, sql } from "kysely";

/**
 * Files that site administrators upload for everybody: PowerPoint templates and the documentation of the API. The bytes
 * of a file are the blob with its id.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `bytes` is null until the upload is complete.
  await sql`
    create table site_files (
      id uuid primary key,
      purpose text not null,
      name text not null,
      bytes bigint,
      uploaded_by text not null references principals (id),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index site_files_purpose on site_files (purpose)`.execute(db);
  await sql`
    create table pptx_templates (
      file_id uuid primary key references site_files (id) on delete cascade,
      name text not null,
      is_available boolean not null
    )`.execute(db);
  await sql`create unique index pptx_templates_name on pptx_templates (lower(name))`.execute(db);
  await sql`
    create table pptx_template_directory_groups (
      file_id uuid not null references pptx_templates (file_id) on delete cascade,
      directory_group_id text not null references directory_groups (id) on delete cascade,
      primary key (file_id, directory_group_id)
    )`.execute(db);
  await sql`
    create index pptx_template_directory_groups_group
    on pptx_template_directory_groups (directory_group_id)`.execute(db);
}
