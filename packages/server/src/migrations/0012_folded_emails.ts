import { type Kysely, sql } from "kysely";
import { foldEmail } from "../core/email.ts";

/**
 * Stores the email addresses of people and directory groups as `foldEmail` returns them, so that they are compared as
 * they are. The database's `lower` depends on its locale.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An earlier version that runs alongside must not write people between the reading of their addresses and the trigger.
  await sql`lock table users in share row exclusive mode`.execute(db);
  await foldPeople(db);
  await foldDirectoryGroups(db);
  // Folds what an earlier version writes as well as the database can, ASCII letters first, because a Turkish database
  // converts `I` to a dotless `i`. It does not change a folded address. Triggers run in the order of their names, and
  // this one comes before that which takes a verified address from other accounts.
  await sql`
    create function fold_email() returns trigger language plpgsql as $$
    begin
      new.email := lower(lower(new.email collate "C") collate "default");
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_folded_email before insert or update of email on users
    for each row execute function fold_email()`.execute(db);
  await sql`create unique index users_verified_folded_email on users (email) where email_verified`.execute(db);
  await sql`create index services_folded_wire_id on services (lower(wire_id collate "C"))`.execute(db);
}

interface StoredEmail {
  id: string;
  email: string;
  email_verified: boolean;
}

/** Of several accounts with the same verified address, the one that signed in last keeps it. */
async function foldPeople(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<StoredEmail>`
    select id, email, email_verified from users order by last_seen_at desc, id desc`.execute(db);
  const verifiedEmails = new Set<string>();
  const lostIds: string[] = [];
  const changes: { id: string; email: string }[] = [];
  for (const { id, email, email_verified } of rows) {
    const foldedEmail = foldEmail(email);
    if (foldedEmail !== email) changes.push({ id, email: foldedEmail });
    if (!email_verified) continue;
    if (verifiedEmails.has(foldedEmail)) lostIds.push(id);
    verifiedEmails.add(foldedEmail);
  }
  await sql`update users set email_verified = false where id = any(${lostIds}::text[])`.execute(db);
  await sql`
    update users set email = change.email
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id text, email text)
    where users.id = change.id`.execute(db);
}

/** The migration that created the lists folded their addresses with `lower`. */
async function foldDirectoryGroups(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ email: string }>`select distinct email from directory_group_members`.execute(db);
  const changes = rows
    .map(({ email }) => ({ email, folded: foldEmail(email) }))
    .filter(({ email, folded }) => folded !== email);
  if (changes.length === 0) return;
  const changed = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (email text, folded text)`;
  await sql`
    insert into directory_group_members (directory_group_id, email)
    select directory_group_id, folded from directory_group_members join ${changed} using (email)
    on conflict do nothing`.execute(db);
  await sql`
    delete from directory_group_members using ${changed} where directory_group_members.email = change.email`.execute(
    db,
  );
}
