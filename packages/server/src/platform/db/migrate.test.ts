import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "../../migrations/migrations.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import type { Db } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./openDatabase.ts";
import { withTransactionGuard } from "./openTransactions.ts";
import { databaseOf } from "./transaction.ts";

const log = pino({ level: "silent" });
const owner = "0e0e0e0e-person";

async function openAtMigration(databaseUrl: string | null, name: string): Promise<Db> {
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-upgrade-"));
  const { db, close } = await openDatabase({ databaseUrl, dataDir, log });
  onTestFinished(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await withTransactionGuard(databaseOf(db), () => migrator.migrateTo(name));
  if (error) throw error;
  return db;
}

async function openBeforeSearchMigration(databaseUrl: string | null): Promise<Db> {
  const db = await openAtMigration(databaseUrl, "0004_files");
  await sql`
    insert into users (id, issuer, subject, email, created_at, last_seen_at)
    values (${owner}, 'i', 's', 'e@example.org', now(), now())`.execute(db);
  await sql`
    insert into conversations (owner_id, id, name, created_at, updated_at) values (${owner}, 'c', 'C', now(), now())`.execute(
    db,
  );
  await sql.raw(buildMessageInsert("before")).execute(db);
  return db;
}

const buildMessageInsert = (id: string) => `
  insert into messages (owner_id, conversation_id, id, role, content, created_at)
  values ('${owner}', 'c', '${id}', 'user', 'A needle', now())`;

async function searchByIndex(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from messages
    where message_words(owner_id, content, label) @@ '''0e0e0e0eneedle''' and (not (data ? 'run') or data ? 'end')
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function createEmptyPostgres(): Promise<string> {
  const { databaseUrl, drop } = await createPostgresDatabase("empty");
  onTestFinished(drop);
  return databaseUrl;
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("an older embedded database is migrated, and its messages are found", async () => {
  const db = await openBeforeSearchMigration(null);
  await migrate(db, log);
  expect(await searchByIndex(db)).toEqual(["before"]);
}, 60_000);

test("an earlier version can write messages while several processes migrate PostgreSQL", async () => {
  const databaseUrl = await createEmptyPostgres();
  const db = await openBeforeSearchMigration(databaseUrl);
  const [busyClient, otherClient, watchClient] = [
    await connect(databaseUrl),
    await connect(databaseUrl),
    await connect(databaseUrl),
  ];
  await busyClient.query("begin");
  await busyClient.query(buildMessageInsert("unfinished"));

  const upgrades = Promise.all([migrate(db, log), migrate(db, log)]);
  const waitingQuery = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const hasWaitingStatement = async () => (await watchClient.query(waitingQuery)).rowCount !== 0;
  while (!(await hasWaitingStatement())) await setImmediate();
  await otherClient.query("set lock_timeout = '5s'");
  await otherClient.query(buildMessageInsert("meanwhile"));
  await otherClient.query("update users set last_seen_at = now()");
  await busyClient.query("commit");

  await upgrades;
  expect(await searchByIndex(db)).toEqual(["before", "meanwhile", "unfinished"]);
}, 60_000);

test("an index whose creation was interrupted is created again", async () => {
  const db = await openBeforeSearchMigration(await createEmptyPostgres());
  await sql`create index messages_words on messages (id)`.execute(db);
  await sql`update pg_index set indisvalid = false where indexrelid = 'messages_words'::regclass`.execute(db);
  await migrate(db, log);
  const { rows } = await sql`
    select indisvalid as is_valid, pg_get_indexdef(indexrelid) like '%message_words(%' as is_ours
    from pg_index where indexrelid = 'messages_words'::regclass`.execute(db);
  expect(rows).toEqual([{ is_valid: true, is_ours: true }]);
  expect(await searchByIndex(db)).toEqual(["before"]);
}, 60_000);

/** Creates a database with this locale, and returns its URL. */
async function createDatabaseWithLocale(locale: string): Promise<string> {
  const url = new URL(await createEmptyPostgres());
  const admin = await connect(url.href);
  const name = `${url.pathname.slice(1)}_locale`;
  await admin.query(`create database ${name} template template0 encoding utf8 ${locale} strategy file_copy`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
  });
  url.pathname = `/${name}`;
  return url.href;
}

test("words are found regardless of case in a database with a Turkish locale", async () => {
  const databaseUrl = await createDatabaseWithLocale("locale_provider icu icu_locale 'tr'");
  const db = await openBeforeSearchMigration(databaseUrl);
  await migrate(db, log);
  const { rows } = await sql`
    select tsvector_to_array(message_words('12345678', 'TITLE', null)) as plain,
      tsvector_to_array(message_words('12345678', 'TITLE É', null)) as accented`.execute(db);
  expect(rows).toEqual([{ plain: ["12345678title"], accented: ["12345678e", "12345678title"] }]);
}, 60_000);

test("configured groups move into tables, and the setting stays for an earlier version", async () => {
  const db = await openBeforeSearchMigration(await createEmptyPostgres());
  const groups = {
    Library: { members: [" Ada@Example.ORG\t", "INFO@example.org", "ada@example.org", 7, " "] },
    "All staff": { members: [], includeFromOtherGroups: ["Library", "Library", "Missing", "All staff", 7] },
    Circle: { members: "x", includeFromOtherGroups: ["All staff"] },
    Wrong: 1,
  };
  await sql`
    insert into settings (name, value, updated_at)
    values ('amplifyGroups', ${JSON.stringify(groups)}, now()), ('featureFlags', '{}', now())`.execute(db);
  await migrate(db, log);
  const { rows } = await sql`
    select name,
      array(select email from directory_group_members where directory_group_id = id order by email) as emails,
      array(select other.name from directory_group_includes join directory_groups other on other.id = included_id
        where directory_group_id = directory_groups.id) as includes
    from directory_groups order by name`.execute(db);
  expect(rows).toEqual([
    { name: "All staff", emails: [], includes: ["Library"] },
    { name: "Circle", emails: [], includes: ["All staff"] },
    { name: "Library", emails: ["ada@example.org", "info@example.org"], includes: [] },
  ]);
  expect(await db.selectFrom("settings").select("name").orderBy("name").execute()).toHaveLength(2);
}, 60_000);

async function waitForLock(client: pg.Client): Promise<void> {
  const query = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await client.query(query)).rowCount === 0) await setImmediate();
}

const beforeAccess = "0007_message_words_cost";
const buildPersonInsert = (id: string) => `
  insert into users (id, issuer, subject, email, created_at, last_seen_at)
  values ('${id}', 'i', '${id}', '${id}@example.org', now(), now())`;

test("an earlier version can give the verified address of an account to another one", async () => {
  const db = await openAtMigration(await createEmptyPostgres(), beforeAccess);
  await migrate(db, log);
  await sql.raw(buildPersonInsert("first")).execute(db);
  await sql.raw(buildPersonInsert("second")).execute(db);
  const verify = (id: string) =>
    sql`update users set email = 'Shared@example.org', email_verified = true where id = ${id}`.execute(db);
  await verify("first");
  await verify("second");
  const rows = await db.selectFrom("users").select(["id", "email_verified"]).orderBy("id").execute();
  expect(rows).toEqual([
    { id: "first", email_verified: false },
    { id: "second", email_verified: true },
  ]);
}, 60_000);

test("a person whom an earlier version inserts while principals are created gets one", async () => {
  const databaseUrl = await createEmptyPostgres();
  const db = await openAtMigration(databaseUrl, beforeAccess);
  const [busyClient, watchClient] = [await connect(databaseUrl), await connect(databaseUrl)];
  await busyClient.query("begin");
  await busyClient.query(buildPersonInsert("newcomer"));
  const upgrade = migrate(db, log);
  await waitForLock(watchClient);
  await busyClient.query("commit");
  await upgrade;
  expect((await sql`select id, kind from principals`.execute(db)).rows).toEqual([{ id: "newcomer", kind: "person" }]);
}, 60_000);

test("a transaction of an earlier version that inserts rows of a person ends while rights are migrated", async () => {
  const databaseUrl = await createEmptyPostgres();
  const db = await openAtMigration(databaseUrl, beforeAccess);
  const [busyClient, watchClient] = [await connect(databaseUrl), await connect(databaseUrl)];
  await busyClient.query(buildPersonInsert(owner));
  const insertConversation = `
    insert into conversations (owner_id, id, name, created_at, updated_at) values ('${owner}', 'c', 'C', now(), now())`;
  await busyClient.query("begin");
  await busyClient.query("select from conversations for update");
  const upgrade = migrate(db, log);
  await waitForLock(watchClient);
  await busyClient.query(insertConversation);
  await busyClient.query("commit");
  await upgrade;
  expect((await sql`select owner_id from conversations`.execute(db)).rows).toEqual([{ owner_id: owner }]);
}, 60_000);

test("addresses are folded regardless of the locale, and the account that signed in last keeps a verified one", async () => {
  const db = await openAtMigration(await createDatabaseWithLocale("locale 'C'"), "0009_object_grants");
  const insertPerson = (id: string, email: string, day: number) =>
    sql`
      insert into users (id, issuer, subject, email, email_verified, created_at, last_seen_at)
      values (${id}, 'i', ${id}, ${email}, true, now(), ${`2026-11-${day}`})`.execute(db);
  await insertPerson("newest", "émile@uni.edu", 12);
  await insertPerson("older", "Émile@Uni.edu", 11);
  await insertPerson("other", "IDA@uni.edu", 10);
  await sql`
    insert into directory_groups (id, name, created_at) values ('d', 'Staff', now()), ('e', 'All', now())`.execute(db);
  await sql`
    insert into directory_group_members (directory_group_id, email)
    values ('d', 'É@uni.edu'), ('d', 'é@uni.edu'), ('e', 'É@uni.edu'), ('e', 'ida@uni.edu')`.execute(db);
  await migrate(db, log);
  const listPeople = async () =>
    (await sql`select id, email, email_verified as "isVerified" from users order by id`.execute(db)).rows;
  const newest = { id: "newest", email: "émile@uni.edu", isVerified: true };
  const older = { id: "older", email: "émile@uni.edu", isVerified: false };
  expect(await listPeople()).toEqual([newest, older, { id: "other", email: "ida@uni.edu", isVerified: true }]);
  const members = await sql`
    select directory_group_id as id, email from directory_group_members order by id, email`.execute(db);
  expect(members.rows).toEqual([
    { id: "d", email: "é@uni.edu" },
    { id: "e", email: "ida@uni.edu" },
    { id: "e", email: "é@uni.edu" },
  ]);
  // What an earlier version writes.
  await insertPerson("recent", "Ida@UNI.edu", 13);
  expect(await listPeople()).toEqual([
    newest,
    older,
    { id: "other", email: "ida@uni.edu", isVerified: false },
    { id: "recent", email: "ida@uni.edu", isVerified: true },
  ]);
}, 60_000);
