import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";

import { findObjectRole, getOwnerId, getSubject, ownedBy } from "../access/service.ts";
import { deleteFile } from "../files/service.ts";
import { deleteGroup } from "../groups/deleteGroup.ts";
import { createGroup, resolveInvitations, setGroupPublic } from "../groups/service.ts";
import { lockRecipients } from "../principals/service.ts";
import { giveGrants, listGrantees, listGrants, revokeGrants } from "./service.ts";

describe("grants", () => {
  let bed: AccessTestbed;
  let ada: Actor;
  let bob: Actor;
  let carol: Actor;

  beforeAll(async () => {
    bed = await createAccessTestbed();
    [ada, bob, carol] = [await bed.createPerson("ada"), await bed.createPerson("bob"), await bed.createPerson("carol")];
  });
  afterAll(() => bed.close());

  const createFile = async (ownerId = ada.principal.id) => ({
    type: "file" as const,
    id: await bed.createFile(ownerId),
  });
  const findRole = (actor: Actor, object: { type: "file"; id: string }) =>
    findObjectRole(bed.platform.db, getSubject(actor), object);

  test("the owner gives, changes, lists and revokes rights, and the audit log records it without addresses", async () => {
    const object = await createFile();
    const names = ["Bob@Example.org ", "later@example.org", ada.email];
    await giveGrants(bed.platform, ada, { object, names, role: "read" });
    await giveGrants(bed.platform, ada, { object, names: [bob.email], role: "write" });
    expect(await listGrants(bed.platform, ada, { object })).toEqual(
      expect.arrayContaining([
        { recipient: { principalId: bob.principal.id, email: null }, role: "write" },
        { recipient: { principalId: null, email: "later@example.org" }, role: "read" },
      ]),
    );
    expect(await listGrants(bed.platform, ada, { object })).toHaveLength(2);
    expect([await findRole(ada, object), await findRole(bob, object), await findRole(carol, object)]).toEqual([
      "admin",
      "write",
      null,
    ]);
    await revokeGrants(bed.platform, ada, { object, names: [bob.email, carol.email] });
    expect(await findRole(bob, object)).toBeNull();
    const entries = await bed.platform.db
      .selectFrom("audit")
      .select(["verb", "before", "after"])
      .where("object_type", "=", "file")
      .orderBy("id")
      .execute();
    expect(entries.map(({ verb }) => verb)).toEqual(["grant", "grant", "revoke"]);
    expect(entries[2]?.before).toEqual([{ recipient: bob.principal.id, role: "write" }]);
    expect(JSON.stringify(entries)).not.toMatch(/example\.org/i);
  });

  test("`#` and the id of a group stands for its members, as `#` and its name does, and the id alone for the group", async () => {
    const names = { members: { "eve@example.org": "read" } as const, name: "Twins", types: [] };
    const group = await createGroup(bed.platform, ada, names);
    const object = await createFile();
    const listIds = async () =>
      (await listGrants(bed.platform, ada, { object })).map(({ recipient }) => recipient.principalId);
    await giveGrants(bed.platform, ada, { object, names: [`#${group.wireId}`], role: "read" });
    expect(await listIds()).not.toContain(group.id);
    expect((await listIds()).length).toBeGreaterThan(0);
    await revokeGrants(bed.platform, ada, { object, names: [`#${group.wireId}`] });
    expect(await listIds()).toEqual([]);
    await giveGrants(bed.platform, ada, { object, names: [group.wireId], role: "read" });
    expect(await listIds()).toEqual([group.id]);
  });

  test("an object is shared with the members of a large group in one call, which takes few locks, and is listed in pages", async () => {
    const { db } = bed.platform;
    const { id } = await createGroup(bed.platform, ada, { name: "Large", types: [], members: {} });
    await transaction(db, async (tx) => {
      await sql`insert into principals (id, kind) select 'large' || n, 'person' from generate_series(1, 1500) n`.execute(
        tx,
      );
      await sql`
        insert into group_members (group_id, principal_id, level, created_at)
        select ${id}, 'large' || n, 'read', now() from generate_series(1, 1500) n`.execute(tx);
      await sql`
        insert into group_members (group_id, email, level, created_at, expires_at)
        select ${id}, 'large' || n || '@example.org', 'read', now(), now() + interval '100 years'
        from generate_series(1, 1500) n`.execute(tx);
    });
    const object = await createFile();
    await giveGrants(bed.platform, ada, { object, names: ["#large"], role: "read" });
    const pages = [await listGrantees(bed.platform, ada, { object, limit: 2_000, cursor: null })];
    pages.push(await listGrantees(bed.platform, ada, { object, limit: 2_000, cursor: pages[0]?.nextCursor ?? null }));
    expect(pages.map(({ grantees, total }) => [grantees.length, total])).toEqual([
      [2_000, 3_000],
      [1_000, 3_000],
    ]);
    expect(pages[1]?.nextCursor).toBeNull();
    expect(new Set(pages.flatMap(({ grantees }) => grantees.map((grantee) => grantee.id))).size).toBe(3_000);
    await revokeGrants(bed.platform, ada, { object, names: ["#large"] });
    expect(await listGrants(bed.platform, ada, { object })).toEqual([]);
    const lockCount = await transaction(db, async (tx) => {
      const names = Array.from({ length: 1_000 }, (_, number) => `large${number}@example.org`);
      await lockRecipients(tx, names);
      await sql`
        insert into grants (object_type, object_id, principal_id, role, granted_by, created_at)
        select 'file', ${object.id}, 'large' || n, 'read', ${ada.principal.id}, now() from generate_series(1, 1500) n`.execute(
        tx,
      );
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
        tx,
      );
      return rows[0]?.count;
    });
    expect(lockCount).toBeLessThanOrEqual(2 * 64);
    await sql`
      insert into group_members (group_id, email, level, created_at, expires_at)
      select ${id}, 'more' || n || '@example.org', 'read', now(), now() + interval '100 years'
      from generate_series(1, 2001) n`.execute(db);
    await expect(giveGrants(bed.platform, ada, { object, names: ["#large"], role: "read" })).rejects.toMatchObject({
      code: "tooLarge",
      userMessage:
        "The groups that you named have more than 5,000 members. Please name fewer at once. An assistant can be shared with a group as a whole.",
    });
  });

  test("a stranger gets notFound, and somebody with a role below the owner's gets forbidden", async () => {
    const object = await createFile();
    await giveGrants(bed.platform, ada, { object, names: [bob.email], role: "write" });
    const input = { object, names: [carol.email] };
    for (const [actor, code] of [
      [bob, "forbidden"],
      [carol, "notFound"],
    ] as const) {
      await expect(giveGrants(bed.platform, actor, { ...input, role: "use" })).rejects.toMatchObject({ code });
      await expect(revokeGrants(bed.platform, actor, input)).rejects.toMatchObject({ code });
      await expect(listGrants(bed.platform, actor, input)).rejects.toMatchObject({ code });
    }
    await expect(listGrants(bed.platform, ada, { object: { type: "file", id: "missing" } })).rejects.toMatchObject({
      code: "notFound",
    });
  });

  test("a grant for an object of another type with the same id gives no right", async () => {
    const object = await createFile();
    await bed.platform.db
      .insertInto("grants")
      .values({
        object_type: "assistant",
        object_id: object.id,
        principal_id: carol.principal.id,
        role: "write",
        granted_by: ada.principal.id,
        created_at: bed.clock.now(),
      })
      .execute();
    expect(await findRole(carol, object)).toBeNull();
  });

  test("the grants of a file end with the file, and those of other objects stay", async () => {
    const { db } = bed.platform;
    const [deleted, other] = [await createFile(), await createFile()];
    const names = [bob.email, "later@example.org"];
    for (const object of [deleted, other]) await giveGrants(bed.platform, ada, { object, names, role: "read" });
    await deleteFile(bed.platform, ownedBy(getOwnerId(ada), "file"), deleted.id);
    const countGrants = async ({ id }: { id: string }) =>
      (await db.selectFrom("grants").select("role").where("object_id", "=", id).execute()).length;
    expect([await countGrants(deleted), await countGrants(other)]).toEqual([0, 2]);
  });

  test("a grant to a group includes its computed members, and ends with the group", async () => {
    const object = await createFile();
    const group = await createGroup(bed.platform, ada, { name: "Readers", types: [], members: {} });
    await expect(
      giveGrants(bed.platform, ada, { object, names: ["Other_00000000-0000-0000-0000-000000000000"], role: "use" }),
    ).rejects.toMatchObject({ code: "notFound" });
    await giveGrants(bed.platform, ada, { object, names: [group.wireId], role: "read" });
    expect(await findRole(carol, object)).toBeNull();
    await setGroupPublic(bed.platform, ada, { groupId: group.wireId, isPublic: true });
    expect(await findRole(carol, object)).toBe("read");
    await deleteGroup(bed.platform, ada, { groupId: group.wireId });
    expect(await findRole(carol, object)).toBeNull();
    expect(await listGrants(bed.platform, ada, { object })).toEqual([]);
  });

  test("what belongs to a group takes no grants; the levels in the group decide", async () => {
    const group = await createGroup(bed.platform, ada, {
      name: "Owners",
      types: [],
      members: { [bob.email]: "write", [carol.email]: "read" },
    });
    const object = await createFile(group.id);
    const findRoleOf = (actor: Actor) => findRole(actor, object);
    expect([await findRoleOf(ada), await findRoleOf(bob), await findRoleOf(carol)]).toEqual(["admin", "write", "use"]);
    const input = { object, names: [bob.email], role: "use" as const };
    await expect(giveGrants(bed.platform, ada, input)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a verified sign-in turns grants to the address into grants to the person, of which the higher one wins", async () => {
    const [raised, kept] = [await createFile(), await createFile()];
    const give = (object: typeof raised, name: string, role: "use" | "write") =>
      giveGrants(bed.platform, ada, { object, names: [name], role });
    await give(raised, "soon@example.org", "write");
    await give(raised, bob.email, "use");
    await give(kept, "soon@example.org", "use");
    await give(kept, bob.email, "write");
    const person = { principalId: bob.principal.id, email: "soon@example.org" };
    await transaction(bed.platform.db, (tx) => resolveInvitations(tx, person, bed.clock.now()));
    expect([await findRole(bob, raised), await findRole(bob, kept)]).toEqual(["write", "write"]);
    expect(await listGrants(bed.platform, ada, { object: raised })).toHaveLength(1);
  });
});
