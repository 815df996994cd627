import { type Kysely, sql } from "kysely";

/**
 * Finds the addresses that begin with a text in their order. In most locales, the order of the other indexes does not
 * allow this.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_email_directory on users (email collate "C")
    where email_verified and blocked_at is null and erased_at is null`.execute(db);
}
