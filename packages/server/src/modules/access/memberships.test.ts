import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../platform/db/database.ts";
import type { GroupLevel } from "../../platform/db/schema.ts";
import { countRowsRead } from "../../testing/countRowsRead.ts";
import { insertTestPerson } from "../../testing/insertTestPerson.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../testing/testDatabase.ts";
import { findDirectoryGroupNames, findGroupLevels, selectGroupLevels } from "./memberships.ts";

async function insertGroup(db: Db, id: string, { isPublic = false, isDeleted = false } = {}): Promise<void> {
  const now = new Date();
  await db.insertInto("principals").values({ id, kind: "group" }).execute();
  await db
    .insertInto("groups")
    .values({
      id,
      wire_id: id,
      name: id,
      is_public: isPublic,
      created_at: now,
      deleted_at: isDeleted ? now : null,
    })
    .execute();
}

async function insertMember(db: Db, groupId: string, principalId: string, level: GroupLevel): Promise<void> {
  await db
    .insertInto("group_members")
    .values({ group_id: groupId, principal_id: principalId, level, created_at: new Date() })
    .execute();
}

async function insertDirectoryGroup(
  db: Db,
  name: string,
  { emails = [], includes = [] }: { emails?: string[]; includes?: string[] },
): Promise<void> {
  await db.insertInto("directory_groups").values({ id: name, name, created_at: new Date() }).execute();
  for (const email of emails) {
    await db.insertInto("directory_group_members").values({ directory_group_id: name, email }).execute();
  }
  for (const included_id of includes) {
    await db.insertInto("directory_group_includes").values({ directory_group_id: name, included_id }).execute();
  }
}

const attach = (db: Db, group_id: string, directory_group_id: string) =>
  db.insertInto("group_directory_groups").values({ group_id, directory_group_id }).execute();

describe.each(testDatabaseKinds)("memberships on %s", (kind) => {
  let database: TestDatabase;
  let db: Db;
  let ada: string;

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    db = database.db;
    ada = await insertTestPerson(db, "ada@example.org");
    const bob = await insertTestPerson(db, "bob@example.org");
    for (const id of ["stored", "raised", "lists", "other"]) await insertGroup(db, id);
    await insertGroup(db, "public", { isPublic: true });
    await insertGroup(db, "publicStored", { isPublic: true });
    await insertGroup(db, "deleted", { isPublic: true, isDeleted: true });
    for (const [groupId, level] of [
      ["stored", "write"],
      ["raised", "admin"],
      ["publicStored", "read"],
      ["deleted", "admin"],
    ] as const) {
      await insertMember(db, groupId, ada, level);
    }
    await insertMember(db, "other", bob, "admin");
    await insertDirectoryGroup(db, "Library", { emails: ["ada@example.org", "carol@example.org"] });
    await insertDirectoryGroup(db, "Staff", { includes: ["Library"] });
    await insertDirectoryGroup(db, "All", { emails: ["ada@example.org"], includes: ["Staff"] });
    await insertDirectoryGroup(db, "Students", { emails: ["bob@example.org"] });
    // A circle, as settings of earlier versions may contain.
    await db
      .insertInto("directory_group_includes")
      .values({ directory_group_id: "Library", included_id: "All" })
      .execute();
    await attach(db, "lists", "Staff");
    await attach(db, "lists", "All");
    await attach(db, "raised", "All");
    await attach(db, "other", "Students");
    await attach(db, "deleted", "All");
  });
  afterAll(() => database.close());

  test("a person has each group once, with the highest level", async () => {
    expect(
      Object.fromEntries(await findGroupLevels(db, { principalId: ada, email: "ada@example.org", isSiteAdmin: false })),
    ).toEqual({
      stored: "write",
      raised: "admin",
      public: "read",
      publicStored: "read",
      lists: "read",
    });
  });

  test("site administrators administer the built-in group, unless it is deleted, and no other", async () => {
    const levelsOf = async (isSiteAdmin: boolean) =>
      Object.fromEntries(await findGroupLevels(db, { principalId: "nobody", email: null, isSiteAdmin }));
    const others = await levelsOf(false);
    await insertGroup(db, "builtIn");
    await db.updateTable("groups").set({ is_built_in: true }).where("id", "in", ["builtIn", "deleted"]).execute();
    expect(await levelsOf(true)).toEqual({ ...others, builtIn: "admin" });
    expect(await levelsOf(false)).toEqual(others);
  });

  test("without a verified address, a person has no groups through directory groups", async () => {
    const levels = await findGroupLevels(db, { principalId: ada, email: null, isSiteAdmin: false });
    expect(new Set(levels.keys())).toEqual(new Set(["public", "publicStored", "raised", "stored"]));
  });

  test("an invitation gives no level before it is resolved", async () => {
    const invitation = { group_id: "other", email: "ada@example.org", level: "admin" as const, created_at: new Date() };
    await db
      .insertInto("group_members")
      .values({ ...invitation, expires_at: new Date(Date.now() + 60_000) })
      .execute();
    expect(
      (await findGroupLevels(db, { principalId: ada, email: "ada@example.org", isSiteAdmin: false })).has("other"),
    ).toBe(false);
  });

  test("directory groups contain the addresses of the lists that they include", async () => {
    const find = (email: string | null) => findDirectoryGroupNames(db, email);
    expect(await find("ada@example.org")).toEqual(new Set(["All", "Library", "Staff"]));
    expect(await find("carol@example.org")).toEqual(new Set(["All", "Library", "Staff"]));
    expect(await find("bob@example.org")).toEqual(new Set(["Students"]));
    expect(await find(null)).toEqual(new Set());
  });

  test("the levels can be joined in another statement", async () => {
    const subject = { principalId: ada, email: "ada@example.org", isSiteAdmin: false };
    const { rows } = await sql<{ name: string; level: string }>`
      select groups.name, membership.level from groups
      join (${selectGroupLevels(subject)}) as membership (group_id, level) on membership.group_id = groups.id
      where membership.level <> 'read' order by groups.name`.execute(db);
    expect(rows).toEqual([
      { name: "raised", level: "admin" },
      { name: "stored", level: "write" },
    ]);
  });
});

test("reading a person's groups touches few rows, however long the lists of members and addresses are", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const ada = await insertTestPerson(db, "person1@example.org");
  await sql`
    insert into principals (id, kind) select 'p' || n, 'person' from generate_series(1, 50000) n
    union all select 'g' || n, 'group' from generate_series(1, 2000) n`.execute(db);
  await sql`
    insert into groups (id, wire_id, name, is_public, created_at)
    select 'g' || n, 'g' || n, 'g' || n, n % 400 = 0, now() from generate_series(1, 2000) n`.execute(db);
  await sql`
    insert into group_members (group_id, principal_id, level, created_at)
    select 'g' || (n % 2000 + 1), 'p' || n, 'read', now() from generate_series(1, 10000) n`.execute(db);
  for (const number of [1, 2, 3]) await insertMember(db, `g${number}`, ada, "write");
  await sql`
    insert into directory_groups (id, name, created_at) select 'd' || n, 'd' || n, now() from generate_series(1, 50) n`.execute(
    db,
  );
  await sql`
    insert into directory_group_members (directory_group_id, email)
    select 'd' || d, 'person' || n || '@example.org'
    from generate_series(1, 4) d cross join generate_series(1, case d when 1 then 50000 else 1 end) n`.execute(db);
  await sql`
    insert into directory_group_includes (directory_group_id, included_id)
    select 'd' || (n + 1), 'd' || n from generate_series(4, 12) n`.execute(db);
  await sql`
    insert into group_directory_groups (group_id, directory_group_id)
    select 'g' || n, 'd' || (n % 50 + 1) from generate_series(1, 200) n`.execute(db);
  await sql`analyze`.execute(db);

  const subject = { principalId: ada, email: "person1@example.org", isSiteAdmin: false };
  expect((await findGroupLevels(db, subject)).size).toBe(3 + 5 + 13 * 4 - 3);
  expect(await countRowsRead(db, (explained) => findGroupLevels(explained, subject))).toBeLessThan(5_000);
  await database.close();
}, 60_000);
