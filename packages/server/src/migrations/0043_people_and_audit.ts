import { type Kysely, sql } from "kysely";

/**
 * Pages of people and of the audit log for administrators: each order and each filter reads only the rows of a page.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of [
    ["users_by_name", "lower(name), id"],
    ["users_by_email", "email, id"],
    ["users_by_last_seen", "last_seen_at, id"],
  ] as const) {
    await sql`create index ${sql.ref(name)} on users (${sql.raw(columns)}) where erased_at is null`.execute(db);
  }
  await sql`create index users_erased on users (erased_at, id) where erased_at is not null`.execute(db);
  await sql`create index audit_by_time on audit (at, id)`.execute(db);
  await sql`create index audit_by_actor on audit (actor_id, at, id)`.execute(db);
  await sql`create index audit_by_verb on audit (verb, at, id)`.execute(db);
  await sql`create index audit_by_object_type on audit (object_type, at, id)`.execute(db);
  await sql`create index audit_by_object on audit using gin (object_ids jsonb_path_ops)`.execute(db);
  await sql`drop index if exists audit_at`.execute(db);
  await sql`drop index if exists audit_actor`.execute(db);
}
