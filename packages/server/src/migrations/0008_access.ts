import { type Kysely, sql } from "kysely";

/** @public Kysely calls it by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await lockTables(db);
  await createPrincipals(db);
  await changeUsers(db);
  for (const { table, column } of ownershipColumns) await referToPrincipals(db, table, column);
  await createDirectoryGroups(db);
  await createGroups(db);
  await createGrants(db);
  await createDisclosureAcceptances(db);
  await createAudit(db);
  await rejectErasedPeople(db);
  // `account_id`: who pays. `assistant_id`: the version of the assistant. Null in rows of an earlier version.
  await sql`
    alter table usage
      add column credential_id text,
      add column account_id text,
      add column group_id text,
      add column assistant_id text`.execute(db);
}

/** Columns that refer to the owner of a row, until now to people only and with cascading deletion. */
const ownershipColumns = [
  { table: "conversations", column: "owner_id" },
  { table: "folders", column: "owner_id" },
  { table: "libraries", column: "owner_id" },
  { table: "prompts", column: "owner_id" },
  { table: "user_settings", column: "user_id" },
  { table: "files", column: "owner_id" },
  { table: "conversions", column: "owner_id" },
  { table: "usage", column: "user_id" },
];

/**
 * Excludes an earlier version that runs alongside: a person whom it inserts after the principals have been copied, and
 * before their trigger exists, would get none. The order is that in which its transactions lock the tables, people after
 * what refers to them, because another order would end in deadlocks.
 */
async function lockTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    lock table libraries, folders, prompts, conversations, files, conversions, user_settings, usage, users, sessions
    in access exclusive mode`.execute(db);
}

/** A principal owns things and can be given rights. The id of a person's principal is the user id. */
async function createPrincipals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table principals (
      id text primary key,
      kind text not null check (kind in ('person', 'group', 'service')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`insert into principals (id, kind, created_at) select id, 'person', created_at from users`.execute(db);
  // Creates the principal also of a person whom an earlier version inserts.
  await sql`
    create function create_person_principal() returns trigger language plpgsql as $$
    begin
      insert into principals (id, kind, created_at) values (new.id, 'person', new.created_at);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_principal after insert on users for each row execute function create_person_principal()`.execute(
    db,
  );
  await sql`
    create table services (
      id text primary key references principals (id),
      wire_id text not null unique,
      name text not null,
      owner_id text not null references principals (id),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index services_lower_wire_id on services (lower(wire_id))`.execute(db);
  await sql`create index services_owner on services (owner_id)`.execute(db);
}

async function changeUsers(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column blocked_at timestamptz,
      add column erased_at timestamptz,
      add column erasure_ended_at timestamptz`.execute(db);
  await sql`
    create index users_unfinished_erasures on users (erased_at)
    where erased_at is not null and erasure_ended_at is null`.execute(db);
  // At most one account has a verified email address: the one that signed in last.
  await sql`
    update users set email_verified = false
    where email_verified and exists (
      select from users other where lower(other.email) = lower(users.email) and other.email_verified
        and (other.last_seen_at, other.id) > (users.last_seen_at, users.id)
    )`.execute(db);
  await sql`create unique index users_verified_email on users (lower(email)) where email_verified`.execute(db);
  // An earlier version that runs alongside does not take an address from the account that has it.
  await sql`
    create function take_verified_email() returns trigger language plpgsql as $$
    begin
      update users set email_verified = false
      where lower(email) = lower(new.email) and email_verified and id <> new.id;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_verified_email before insert or update of email, email_verified on users
    for each row when (new.email_verified) execute function take_verified_email()`.execute(db);
}

async function referToPrincipals(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const name = sql.ref(`${table}_${column}_fkey`);
  await sql`
    alter table ${sql.table(table)} drop constraint ${name},
      add constraint ${name} foreign key (${sql.ref(column)}) references principals (id)`.execute(db);
}

/** Lists of email addresses that site administrators keep. They may include one another, but not in circles. */
async function createDirectoryGroups(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table directory_groups (
      id text primary key,
      name text not null unique,
      created_by text references principals (id),
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table directory_group_members (
      directory_group_id text not null references directory_groups (id) on delete cascade,
      email text not null check (email = lower(email)),
      primary key (directory_group_id, email)
    )`.execute(db);
  await sql`create index directory_group_members_email on directory_group_members (email)`.execute(db);
  await sql`
    create table directory_group_includes (
      directory_group_id text not null references directory_groups (id) on delete cascade,
      included_id text not null references directory_groups (id) on delete cascade,
      primary key (directory_group_id, included_id),
      check (directory_group_id <> included_id)
    )`.execute(db);
  await sql`create index directory_group_includes_included on directory_group_includes (included_id)`.execute(db);
  await moveConfiguredGroups(db);
}

/**
 * Copies the groups that administrators have configured as JSON, `{[name]: {members, includeFromOtherGroups}}`. Ignores
 * what has another form. Earlier versions allowed circles, which stay. The setting stays, too, for an earlier version
 * that runs alongside this one.
 */
async function moveConfiguredGroups(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table configured_groups on commit drop as
    select gen_random_uuid()::text as id, entry.key as name, entry.value, settings.updated_at
    from settings cross join lateral jsonb_each(
      case jsonb_typeof(settings.value) when 'object' then settings.value else '{}' end
    ) as entry
    where settings.name = 'amplifyGroups' and jsonb_typeof(entry.value) = 'object'`.execute(db);
  await sql`
    insert into directory_groups (id, name, created_at) select id, name, updated_at from configured_groups`.execute(db);
  // ASCII letters first, because a Turkish database converts `I` to a dotless `i`.
  await sql`
    insert into directory_group_members (directory_group_id, email)
    select distinct configured_groups.id, entry.email from configured_groups cross join lateral jsonb_array_elements(
      case jsonb_typeof(value -> 'members') when 'array' then value -> 'members' else '[]' end
    ) as member cross join lateral (
      select regexp_replace(lower(lower((member #>> '{}') collate "C") collate "default"), '^\\s+|\\s+$', '', 'g')
    ) as entry (email)
    where jsonb_typeof(member) = 'string' and entry.email <> ''`.execute(db);
  await sql`
    insert into directory_group_includes (directory_group_id, included_id)
    select distinct configured.id, included.id from configured_groups configured cross join lateral jsonb_array_elements(
      case jsonb_typeof(configured.value -> 'includeFromOtherGroups')
        when 'array' then configured.value -> 'includeFromOtherGroups' else '[]' end
    ) as member
    join configured_groups included on included.name = member #>> '{}'
    where jsonb_typeof(member) = 'string' and included.id <> configured.id`.execute(db);
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  // The row of a deleted group stays for its usage and audit, and until its files are deleted.
  await sql`
    create table groups (
      id text primary key references principals (id),
      wire_id text not null unique,
      name text not null,
      is_public boolean not null default false,
      is_built_in boolean not null default false,
      types jsonb not null default '[]',
      supports_analysis boolean not null default false,
      created_by text references principals (id),
      created_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index groups_public on groups (id) where is_public and deleted_at is null`.execute(db);
  await sql`create index files_group on files (group_id) where group_id is not null`.execute(db);
  // A member has either a principal or, until the first verified sign-in, an email address: an invitation.
  await sql`
    create table group_members (
      group_id text not null references groups (id),
      principal_id text references principals (id),
      email text check (email = lower(email)),
      level text not null check (level in ('read', 'write', 'admin')),
      created_at timestamptz not null,
      expires_at timestamptz,
      check ((principal_id is null) <> (email is null)),
      check ((email is null) = (expires_at is null)),
      unique (group_id, principal_id),
      unique (group_id, email)
    )`.execute(db);
  await sql`create index group_members_principal on group_members (principal_id)`.execute(db);
  await sql`create index group_members_email on group_members (email)`.execute(db);
  // The members of these directory groups are computed members of the group.
  await sql`
    create table group_directory_groups (
      group_id text not null references groups (id),
      directory_group_id text not null references directory_groups (id) on delete cascade,
      primary key (group_id, directory_group_id)
    )`.execute(db);
  await sql`create index group_directory_groups_directory on group_directory_groups (directory_group_id)`.execute(db);
}

/** Rights that owners give to principals or, until they sign in, to email addresses. */
async function createGrants(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table grants (
      object_type text not null,
      object_id text not null,
      principal_id text references principals (id),
      email text check (email = lower(email)),
      role text not null check (role in ('use', 'read', 'write')),
      granted_by text not null references principals (id),
      created_at timestamptz not null,
      expires_at timestamptz,
      check ((principal_id is null) <> (email is null)),
      check ((email is null) = (expires_at is null)),
      unique (object_type, object_id, principal_id),
      unique (object_type, object_id, email)
    )`.execute(db);
  await sql`create index grants_principal on grants (principal_id, object_type)`.execute(db);
  await sql`create index grants_email on grants (email)`.execute(db);
}

async function createDisclosureAcceptances(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disclosure_acceptances (
      principal_id text not null references principals (id),
      version text not null,
      accepted_at timestamptz not null,
      primary key (principal_id, version)
    )`.execute(db);
}

/** Who changed what. Contains ids and settings, never content, and survives the people and objects. */
async function createAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_id text,
      credential_id text,
      verb text not null,
      object_type text not null,
      object_ids jsonb not null default '[]',
      before jsonb,
      after jsonb,
      request_id text
    )`.execute(db);
  await sql`create index audit_at on audit (at)`.execute(db);
  await sql`create index audit_actor on audit (actor_id, at)`.execute(db);
  await sql`
    create function reject_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of the table % cannot be changed or deleted', tg_table_name;
    end $$`.execute(db);
  await sql`
    create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function reject_change()`.execute(db);
}

/** Columns that cannot refer to an erased person in new rows. */
const columnsOfLivingPeople = [
  ...ownershipColumns,
  { table: "sessions", column: "user_id" },
  { table: "services", column: "owner_id" },
  { table: "group_members", column: "principal_id" },
  { table: "grants", column: "principal_id" },
  { table: "grants", column: "granted_by" },
  { table: "disclosure_acceptances", column: "principal_id" },
];

/**
 * Rejects new rows of erased people, which requests and jobs in progress may still insert, also those of an earlier
 * version. The lock makes the erasure, which locks the person for update, wait for inserts that have passed this check.
 */
async function rejectErasedPeople(db: Kysely<unknown>): Promise<void> {
  for (const column of new Set(columnsOfLivingPeople.map((entry) => entry.column))) {
    await sql`
      create function ${sql.ref(`reject_erased_${column}`)}() returns trigger language plpgsql as $$
      declare
        erasure timestamptz;
      begin
        select erased_at into erasure from users where id = new.${sql.ref(column)} for key share;
        if erasure is not null then
          raise exception 'a person of the table % has been erased', tg_table_name
            using errcode = 'foreign_key_violation';
        end if;
        return new;
      end $$`.execute(db);
  }
  for (const { table, column } of columnsOfLivingPeople) {
    await sql`
      create trigger ${sql.ref(`${table}_${column}_erased`)} before insert or update of ${sql.ref(column)}
      on ${sql.table(table)} for each row execute function ${sql.ref(`reject_erased_${column}`)}()`.execute(db);
  }
}
