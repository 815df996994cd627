import { afterAll, beforeAll, expect, test } from "vitest";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { type AccessTestbed, createAccessTestbed } from "../../../testing/createAccessTestbed.ts";
import { insertTestPerson } from "../../../testing/insertTestPerson.ts";
import { interleave } from "../../../testing/interleave.ts";
import { lockEmail } from "../../principals/service.ts";
import { lockIncludes, replaceIncludes } from "../directoryGroups/repository.ts";
import {
  addMembers,
  assertSuccessors,
  changeAdminGroups,
  changeLevels,
  createDirectoryGroup,
  createGroup,
  leaveGroup,
  listMembers,
  resolveInvitations,
  setDirectoryGroupIncludes,
} from "../service.ts";

let bed: AccessTestbed;
beforeAll(async () => {
  bed = await createAccessTestbed("postgres");
});
afterAll(() => bed.close());

test("a person who is added during the first sign-in is a member, not an invitation for the next one", async () => {
  const { platform, clock } = bed;
  const ada = await bed.createPerson("ada1");
  const { wireId: groupId } = await createGroup(platform, ada, { name: "Lab 1", types: [], members: {} });
  const email = "new@example.org";
  const [personId] = await interleave(
    platform.db,
    async (tx) => {
      await lockEmail(tx, email);
      await resolveInvitations(tx, { principalId: "unknown", email }, clock.now());
    },
    () => addMembers(platform, ada, { groupId, members: { " New@Example.org": "write" } }),
    (tx) => insertTestPerson(tx, email),
  );
  expect((await listMembers(platform, ada, { groupId })).members).toContainEqual(
    expect.objectContaining({ id: personId, level: "write" }),
  );
});

test("a person who is being blocked does not become the only administrator", async () => {
  const { platform, clock } = bed;
  const [ada, bob] = [await bed.createPerson("ada2"), await bed.createPerson("bob2")];
  const input = { name: "Lab 2", types: [], members: { [bob.email]: "write" as const } };
  const { wireId: groupId } = await createGroup(platform, ada, input);
  const [, change] = await interleave(
    platform.db,
    (tx) => assertSuccessors(tx, bob.principal.id),
    () => changeLevels(platform, ada, { groupId, members: { [bob.email]: "admin", [ada.email]: "read" } }),
    (tx) => tx.updateTable("users").set({ blocked_at: clock.now() }).where("id", "=", bob.principal.id).execute(),
  );
  expect(change).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
});

test("an administrator who leaves while another one leaves is refused", async () => {
  const { platform } = bed;
  const [ada, bob] = [await bed.createPerson("ada3"), await bed.createPerson("bob3")];
  const input = { name: "Lab 3", types: [], members: { [bob.email]: "admin" as const } };
  const { wireId: groupId, id } = await createGroup(platform, ada, input);
  const [, leaving] = await interleave(
    platform.db,
    (tx) => tx.selectFrom("groups").where("id", "=", id).select("id").forUpdate().execute(),
    () => leaveGroup(platform, bob, { groupId }),
    (tx) =>
      tx.deleteFrom("group_members").where("group_id", "=", id).where("principal_id", "=", ada.principal.id).execute(),
  );
  expect(leaving).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
});

test("of two directory groups that include each other at once, the second is refused", async () => {
  const { platform } = bed;
  const siteAdmin = await bed.createPerson("site", { isAdmin: true });
  for (const name of ["First", "Second"]) await createDirectoryGroup(platform, siteAdmin, { name });
  const rows = await platform.db.selectFrom("directory_groups").select("id").orderBy("name").execute();
  const [firstId = "", secondId = ""] = rows.map(({ id }) => id);
  const [, change] = await interleave(
    platform.db,
    (tx) => lockIncludes(tx),
    () => setDirectoryGroupIncludes(platform, siteAdmin, { name: "Second", includes: ["First"] }),
    (tx) => replaceIncludes(tx, firstId, [secondId]),
  );
  expect(change).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
});

test("groups that change together are locked in the order of an erasure", async () => {
  const { platform } = bed;
  const { db } = platform;
  const siteAdmin = await bed.createPerson("site4", { isAdmin: true });
  for (const name of ["Lab 4", "Lab 5"]) await createGroup(platform, siteAdmin, { name, types: [], members: {} });
  const rows = await db
    .selectFrom("groups")
    .where("name", "in", ["Lab 4", "Lab 5"])
    .select("id")
    .orderBy("id")
    .execute();
  const [firstId = "", secondId = ""] = rows.map(({ id }) => id);
  await db.updateTable("groups").set({ wire_id: "z-first" }).where("id", "=", firstId).execute();
  await db.updateTable("groups").set({ wire_id: "a-second" }).where("id", "=", secondId).execute();
  const lockRow = (tx: DbTransaction, id: string) =>
    tx.selectFrom("groups").where("id", "=", id).select("id").forUpdate().execute();
  const changes = ["a-second", "z-first"].map((groupId) => ({ groupId, isPublic: true }));
  const [, change] = await interleave(
    db,
    (tx) => lockRow(tx, firstId),
    () => transaction(db, (tx) => changeAdminGroups(tx, platform, siteAdmin, changes)),
    (tx) => lockRow(tx, secondId),
  );
  expect(change.status).toBe("fulfilled");
});
