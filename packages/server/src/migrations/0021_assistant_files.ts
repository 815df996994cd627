import { type Kysely, sql } from "kysely";

/**
 * Adds which files the stored versions of assistants name, and since when a group's file has been in none. A trigger
 * writes the links, so that versions that an earlier version of the server saves have them, too.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a foreign key to files: a version may name files that were deleted.
  await sql`
    create table assistant_files (
      assistant_id text not null,
      version integer not null,
      file_id text not null,
      primary key (assistant_id, version, file_id),
      foreign key (assistant_id, version) references assistant_versions on delete cascade
    )`.execute(db);
  await sql`create index assistant_files_file on assistant_files (file_id)`.execute(db);
  await sql`alter table files add column unused_since timestamptz, add column reaped_at timestamptz`.execute(db);
  await sql`create index files_unused on files (unused_since) where unused_since is not null`.execute(db);
  await sql`create index files_reaped on files (id) where reaped_at is not null`.execute(db);
  await sql`
    create function link_assistant_files() returns trigger language plpgsql as $$
    begin
      insert into assistant_files (assistant_id, version, file_id)
      select distinct new.assistant_id, new.version, substr(id, length('s3://') + 1) from (
        select jsonb_path_query(new.content, '$.dataSources[*].id') #>> '{}' as id
        union all select jsonb_path_query(new.content, '$.data.groupTypeData.*.dataSources[*].id') #>> '{}'
      ) as sources where id like 's3://%';
      -- Locks a file that is about to be deleted; see the reaper of unused files.
      update files set unused_since = null
      where unused_since is not null and reaped_at is null and id in (
        select file_id from assistant_files where assistant_id = new.assistant_id and version = new.version
      );
      return null;
    end $$`.execute(db);
  await sql`
    create trigger assistant_versions_files after insert on assistant_versions
    for each row execute function link_assistant_files()`.execute(db);
  await sql`
    insert into assistant_files (assistant_id, version, file_id)
    select distinct assistant_id, version, substr(sources.id, length('s3://') + 1) from assistant_versions
    cross join lateral (
      select jsonb_path_query(content, '$.dataSources[*].id') #>> '{}' as id
      union all select jsonb_path_query(content, '$.data.groupTypeData.*.dataSources[*].id') #>> '{}'
    ) as sources where sources.id like 's3://%'`.execute(db);
}
