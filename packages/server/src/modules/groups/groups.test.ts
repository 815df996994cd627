import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";
import type { GroupLevel } from "../../platform/db/schema.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { listKeyNames } from "../apiKeys/service.ts";
import { createService, listServices } from "../principals/service.ts";
import { createDeletedGroupsReaper } from "./createDeletedGroupsReaper.ts";
import { deleteGroup } from "./deleteGroup.ts";
import { reapInvitations } from "./invitations/reapInvitations.ts";
import * as groups from "./service.ts";

const dayMs = 24 * 60 * 60 * 1_000;

describe("groups", () => {
  let bed: AccessTestbed;
  let siteAdmin: Actor;
  let counter = 0;

  beforeAll(async () => {
    bed = await createAccessTestbed();
    siteAdmin = await bed.createPerson("site", { isAdmin: true });
  });
  afterAll(() => bed.close());

  const createPerson = (name: string) => bed.createPerson(`${name}${counter++}`);

  async function createGroup(creator: Actor, members: Record<string, GroupLevel> = {}): Promise<string> {
    const name = `chemistry lab ${counter++}`;
    return (await groups.createGroup(bed.platform, creator, { name, types: [], members })).wireId;
  }

  const listLevels = async (actor: Actor, groupId: string) =>
    Object.fromEntries(
      (await groups.listMembers(bed.platform, actor, { groupId })).members.map(({ email, name, level }) => [
        email ?? name,
        level,
      ]),
    );

  const findLevel = async (actor: Actor, groupId: string) =>
    (await groups.listGroups(bed.platform, actor)).groups.find(({ id }) => id === groupId)?.level;

  const listAudit = () =>
    bed.platform.db.selectFrom("audit").select(["verb", "actor_id", "before", "after"]).orderBy("id").execute();

  test("[G6.06] the creator becomes administrator, and the wire id begins with the name in Pascal case", async () => {
    const ada = await createPerson("ada");
    const input = { name: "  élan chemistry-lab 2 ", types: [" a", "a", ""], members: {} };
    const group = await groups.createGroup(bed.platform, ada, input);
    expect(group).toMatchObject({ name: "élan chemistry-lab 2", types: ["a"], level: "admin" });
    expect(group.wireId).toMatch(/^ElanChemistryLab2_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await listLevels(ada, group.wireId)).toEqual({ [ada.email]: "admin" });
    expect((await listAudit()).at(-1)).toMatchObject({ verb: "create", actor_id: ada.principal.id });
  });

  test("a name is required, not that of the built-in group, and unique to the person's groups", async () => {
    const [ada, bob] = [await createPerson("ada"), await createPerson("bob")];
    const create = (actor: Actor, name: string) =>
      groups.createGroup(bed.platform, actor, { name, types: [], members: {} });
    await expect(create(ada, " ")).rejects.toMatchObject({
      userMessage: "Group name is required. Please add a group name to create the group.",
    });
    await bed.platform.db.insertInto("principals").values({ id: "built-in", kind: "group" }).execute();
    await bed.platform.db
      .insertInto("groups")
      .values({ id: "built-in", wire_id: "BuiltIn_1", name: "Amplify", is_built_in: true, created_at: new Date() })
      .execute();
    await expect(create(ada, "Amplify")).rejects.toMatchObject({
      userMessage: "The group name Amplify isn't available. Please choose a different group name.",
    });
    await create(ada, "Physics");
    await expect(create(ada, "Physics")).rejects.toMatchObject({
      userMessage: "Group name must be unique to all groups you are a member of.",
    });
    const results = await Promise.allSettled([create(ada, "At once"), create(ada, "At once")]);
    expect(results.map(({ status }) => status).sort((a, b) => a.localeCompare(b))).toEqual(["fulfilled", "rejected"]);
    expect(await create(bob, "Physics")).toMatchObject({ name: "Physics" });
    await groups.addMembers(bed.platform, siteAdmin, { groupId: "BuiltIn_1", members: { [bob.email]: "read" } });
    expect(await findLevel(bob, "BuiltIn_1")).toBe("read");
  });

  test("members below the level are refused with the reason, and strangers learn nothing", async () => {
    const [ada, reader, writer, stranger] = [
      await createPerson("ada"),
      await createPerson("reader"),
      await createPerson("writer"),
      await createPerson("stranger"),
    ];
    const groupId = await createGroup(ada, { [reader.email]: "read", [writer.email]: "write" });
    const members = { [stranger.email]: "read" as const };
    const calls: [(actor: Actor) => Promise<unknown>, string][] = [
      [
        (actor) => groups.setGroupTypes(bed.platform, actor, { groupId, types: [] }),
        "You are not authorized to update this group's types.",
      ],
      [(actor) => deleteGroup(bed.platform, actor, { groupId }), "You are not authorized to delete this group."],
      [
        (actor) => groups.addMembers(bed.platform, actor, { groupId, members }),
        "You are not authorized to add users to the group.",
      ],
      [
        (actor) => groups.removeMembers(bed.platform, actor, { groupId, members: [ada.email] }),
        "You are not authorized to delete users from the group.",
      ],
      [
        (actor) => groups.changeLevels(bed.platform, actor, { groupId, members }),
        "You are not authorized to update user access to the group.",
      ],
      [
        (actor) => groups.setGroupPublic(bed.platform, actor, { groupId, isPublic: true }),
        "You are not authorized to change who can use this group.",
      ],
      [
        (actor) => groups.takeOverGroup(bed.platform, actor, { groupId }),
        "Only administrators of this site can take over a group.",
      ],
    ];
    for (const [call, userMessage] of calls) {
      for (const member of [reader, writer]) {
        await expect(call(member)).rejects.toMatchObject({ code: "forbidden", userMessage });
      }
      await expect(call(stranger)).rejects.toMatchObject({ code: "notFound" });
    }
    await expect(groups.listMembers(bed.platform, stranger, { groupId })).rejects.toMatchObject({ code: "notFound" });
    expect(await listLevels(ada, groupId)).toEqual({
      [ada.email]: "admin",
      [reader.email]: "read",
      [writer.email]: "write",
    });
  });

  test("below `write`, the list of members contains only the caller", async () => {
    const [ada, reader, writer] = [
      await createPerson("ada"),
      await createPerson("reader"),
      await createPerson("writer"),
    ];
    const groupId = await createGroup(ada, {
      [reader.email]: "read",
      [writer.email]: "write",
      "new@example.org": "read",
    });
    expect(await listLevels(reader, groupId)).toEqual({ [reader.email]: "read" });
    const everybody = {
      [ada.email]: "admin",
      [reader.email]: "read",
      [writer.email]: "write",
      "new@example.org": "read",
    };
    expect(await listLevels(writer, groupId)).toEqual(everybody);
    // Site administrators see groups, but no members.
    expect(await listLevels(siteAdmin, groupId)).toEqual({});
    await groups.takeOverGroup(bed.platform, siteAdmin, { groupId });
    expect(await listLevels(siteAdmin, groupId)).toEqual({ ...everybody, [siteAdmin.email]: "admin" });
    expect((await listAudit()).at(-1)).toMatchObject({
      verb: "takeOver",
      actor_id: siteAdmin.principal.id,
      after: [{ member: siteAdmin.principal.id, level: "admin" }],
    });
  });

  test("members are added once, changed and removed, and the audit log contains no address", async () => {
    const [ada, bob] = [await createPerson("ada"), await createPerson("bob")];
    const groupId = await createGroup(ada);
    const service = await createService(bed.platform, ada, { name: "My App!" });
    expect(service.wireId).toMatch(/^My-App-\d{6}$/);
    expect(await listServices(bed.platform, ada)).toEqual([service]);
    expect(await listServices(bed.platform, bob)).toEqual([]);
    await groups.addMembers(bed.platform, ada, {
      groupId,
      members: { [` ${bob.email.toUpperCase()}`]: "write", "Later@Example.org": "read", [service.wireId]: "write" },
    });
    await groups.addMembers(bed.platform, ada, {
      groupId,
      members: { [bob.email]: "read", "later@example.org": "admin" },
    });
    expect(await listLevels(ada, groupId)).toEqual({
      [ada.email]: "admin",
      [bob.email]: "write",
      "later@example.org": "read",
      "My App!": "write",
    });
    await groups.changeLevels(bed.platform, ada, { groupId, members: { [bob.email]: "read" } });
    await groups.removeMembers(bed.platform, ada, {
      groupId,
      members: ["later@example.org", service.wireId, "x@y.org"],
    });
    expect(await listLevels(ada, groupId)).toEqual({ [ada.email]: "admin", [bob.email]: "read" });
    await expect(
      groups.addMembers(bed.platform, ada, { groupId, members: { "no address": "read" } }),
    ).rejects.toMatchObject({ code: "invalidInput" });
    await expect(
      groups.changeLevels(bed.platform, ada, { groupId, members: { "x@y.org": "admin" } }),
    ).rejects.toMatchObject({ code: "notFound" });
    expect(JSON.stringify(await listAudit())).not.toMatch(/example\.org/i);
  });

  test("the last administrator who can sign in can neither leave nor be demoted or removed", async () => {
    const [ada, blocked] = [await createPerson("ada"), await createPerson("blocked")];
    const service = await createService(bed.platform, ada, { name: "Robot" });
    const groupId = await createGroup(ada, { [blocked.email]: "admin", [service.wireId]: "admin" });
    await bed.platform.db
      .updateTable("users")
      .set({ blocked_at: new Date() })
      .where("id", "=", blocked.principal.id)
      .execute();
    const refusal = {
      userMessage:
        "You are currently the only admin in the group, your admin access will be unchanged at this time. Please confirm updated user access changes again.",
    };
    const name = ada.email;
    await expect(groups.leaveGroup(bed.platform, ada, { groupId })).rejects.toMatchObject(refusal);
    for (const level of ["read", "write"] as const) {
      await expect(
        groups.changeLevels(bed.platform, ada, { groupId, members: { [name]: level } }),
      ).rejects.toMatchObject(refusal);
    }
    await expect(groups.removeMembers(bed.platform, ada, { groupId, members: [name] })).rejects.toMatchObject(refusal);
    expect(await findLevel(ada, groupId)).toBe("admin");
  });

  test("of two administrators who leave at once, one remains", async () => {
    const [ada, bob] = [await createPerson("ada"), await createPerson("bob")];
    const groupId = await createGroup(ada, { [bob.email]: "admin" });
    const results = await Promise.allSettled(
      [ada, bob].map((actor) => groups.leaveGroup(bed.platform, actor, { groupId })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a person who is blocked or erased needs a successor in the groups that would have no administrator", async () => {
    const [ada, bob, carol] = [await createPerson("ada"), await createPerson("bob"), await createPerson("carol")];
    const groupId = await createGroup(ada);
    await createGroup(ada, { [bob.email]: "admin" });
    const { db } = bed.platform;
    const assert = (options: { successorId?: string }) =>
      transaction(db, (tx) => groups.assertSuccessors(tx, ada.principal.id, options));
    await expect(assert({})).rejects.toMatchObject({ code: "conflict" });
    await expect(assert({ successorId: ada.principal.id })).rejects.toMatchObject({ code: "invalidInput" });
    await db.updateTable("users").set({ blocked_at: new Date() }).where("id", "=", carol.principal.id).execute();
    await expect(assert({ successorId: carol.principal.id })).rejects.toMatchObject({ code: "invalidInput" });
    // An administrator who is blocked is no successor.
    await groups.addMembers(bed.platform, ada, { groupId, members: { [carol.email]: "admin" } });
    await expect(assert({})).rejects.toMatchObject({ code: "conflict" });
    expect(await assert({ successorId: bob.principal.id })).toHaveLength(1);
    expect(await findLevel(bob, groupId)).toBe("admin");
    expect(await assert({})).toEqual([]);
  });

  test("a computed member is not removed, and the reason is given", async () => {
    const [ada, bob] = [await createPerson("ada"), await createPerson("bob")];
    const groupId = await createGroup(ada);
    const listName = `Staff ${counter++}`;
    await groups.createDirectoryGroup(bed.platform, siteAdmin, { name: listName });
    await groups.changeDirectoryGroupMembers(bed.platform, siteAdmin, {
      name: listName,
      add: [ada.email, bob.email],
    });
    await groups.setDirectoryGroupsOfGroup(bed.platform, ada, { groupId, names: [listName] });
    expect(await findLevel(bob, groupId)).toBe("read");
    const refusal = { code: "conflict", userMessage: expect.stringContaining(`“${listName}”`) };
    const removal = { groupId, members: [bob.email] };
    await expect(groups.removeMembers(bed.platform, ada, removal)).rejects.toMatchObject(refusal);
    await expect(groups.leaveGroup(bed.platform, bob, { groupId })).rejects.toMatchObject(refusal);
    await groups.setGroupPublic(bed.platform, ada, { groupId, isPublic: true });
    const publicRefusal = { code: "conflict", userMessage: expect.stringContaining("public") };
    await expect(groups.removeMembers(bed.platform, ada, removal)).rejects.toMatchObject(publicRefusal);
    await groups.addMembers(bed.platform, ada, { groupId, members: { [bob.email]: "write" } });
    expect(await findLevel(bob, groupId)).toBe("write");
    await groups.removeMembers(bed.platform, ada, removal);
    expect(await findLevel(bob, groupId)).toBe("read");
  });

  test("a second group with the name of a group, of which somebody else made the person a member, is not taken for it", async () => {
    const [ada, friend] = [await createPerson("ada"), await createPerson("friend")];
    const [mallory, accomplice] = [await createPerson("mallory"), await createPerson("accomplice")];
    const create = (actor: Actor, name: string, members: Record<string, GroupLevel>) =>
      groups.createGroup(bed.platform, actor, { name, types: [], members });
    const own = await create(ada, "Twins", { [friend.email]: "read" });
    await create(mallory, "Twins", { [ada.email]: "write", [accomplice.email]: "read" });
    await expect(create(ada, "Plans", { "#Twins": "read" })).rejects.toMatchObject({ code: "conflict" });
    const { wireId } = await create(ada, "Plans", { [`#${own.wireId}`]: "read" });
    expect(await listLevels(ada, wireId)).toEqual({ [ada.email]: "admin", [friend.email]: "read" });
  });

  test("[G5.11] `#Group` stands for the members of a group, for its writers only and without themselves", async () => {
    const [ada, bob, carol] = [await createPerson("ada"), await createPerson("bob"), await createPerson("carol")];
    const source = await groups.createGroup(bed.platform, ada, {
      name: "Seminar",
      types: [],
      members: { [bob.email]: "write", [carol.email]: "read", "guest@example.org": "read" },
    });
    const groupId = await createGroup(bob, { "#seminar": "read", [carol.email]: "write" });
    expect(await listLevels(bob, groupId)).toEqual({
      [bob.email]: "admin",
      [ada.email]: "read",
      [carol.email]: "write",
      "guest@example.org": "read",
    });
    await groups.removeMembers(bed.platform, bob, { groupId, members: ["#Seminar"] });
    expect(await listLevels(bob, groupId)).toEqual({ [bob.email]: "admin" });
    await expect(createGroup(carol, { "#Seminar": "read" })).rejects.toMatchObject({ code: "forbidden" });
    const stranger = await createPerson("stranger");
    await expect(createGroup(stranger, { "#Seminar": "read" })).rejects.toMatchObject({ code: "notFound" });
    expect(source.level).toBe("admin");
  });

  test("deleting a group ends memberships and grants to it, and its files are deleted after 30 days", async () => {
    const [ada, bob] = [await createPerson("ada"), await createPerson("bob")];
    const { wireId, id } = await groups.createGroup(bed.platform, ada, {
      name: `Short-lived ${counter++}`,
      types: [],
      members: { [bob.email]: "read", "late@example.org": "read" },
    });
    const { db } = bed.platform;
    const ownFile = await bed.createFile(ada.principal.id);
    const groupFiles = [await bed.createFile(id), await bed.createFile(ada.principal.id, wireId)];
    await db
      .insertInto("grants")
      .values({
        object_type: "file",
        object_id: ownFile,
        principal_id: id,
        role: "read",
        granted_by: ada.principal.id,
        created_at: bed.clock.now(),
      })
      .execute();
    await groups.setGroupPublic(bed.platform, ada, { groupId: wireId, isPublic: true });
    await deleteGroup(bed.platform, ada, { groupId: wireId });
    expect(await findLevel(bob, wireId)).toBeUndefined();
    await expect(deleteGroup(bed.platform, ada, { groupId: wireId })).rejects.toMatchObject({
      code: "notFound",
    });
    const countRows = async (table: "group_members" | "grants", column: "group_id" | "principal_id") =>
      (
        await db
          .selectFrom(table)
          .where(column as "principal_id", "=", id)
          .selectAll()
          .execute()
      ).length;
    expect([await countRows("group_members", "group_id"), await countRows("grants", "principal_id")]).toEqual([0, 0]);
    const listFiles = async () =>
      (
        await db
          .selectFrom("files")
          .select("id")
          .where("id", "in", [ownFile, ...groupFiles])
          .execute()
      ).length;
    const reapDeletedGroups = createDeletedGroupsReaper(bed.platform);
    bed.clock.advance(30 * dayMs - 1);
    await reapDeletedGroups();
    expect(await listFiles()).toBe(3);
    bed.clock.advance(2);
    await reapDeletedGroups();
    expect(await listFiles()).toBe(1);
    const row = await db.selectFrom("groups").where("id", "=", id).select("deleted_at").executeTakeFirst();
    expect(row?.deleted_at).toBeInstanceOf(Date);
  });

  test("files of deleted groups that cannot be deleted do not hold up the others, and are tried again", async () => {
    const ada = await createPerson("ada");
    const group = await groups.createGroup(bed.platform, ada, { name: `Stuck ${counter++}`, types: [], members: {} });
    const files: string[] = [];
    for (let number = 0; number < 5; number++) files.push(await bed.createFile(group.id));
    await deleteGroup(bed.platform, ada, { groupId: group.wireId });
    bed.clock.advance(31 * dayMs);
    const broken = new Set(
      files
        .toSorted((a, b) => (a < b ? -1 : 1))
        .slice(0, 2)
        .map((id) => `blobs/${id}`),
    );
    const { blobs } = bed.platform;
    const failingBlobs: typeof blobs = Object.create(blobs, {
      remove: {
        value: async (keys: readonly string[]) => {
          if (keys.some((key) => broken.has(key))) throw new Error("the store refuses");
          await blobs.remove(keys);
        },
      },
    });
    const reap = createDeletedGroupsReaper({ ...bed.platform, blobs: failingBlobs }, 2);
    const countFiles = async () =>
      (await bed.platform.db.selectFrom("files").select("id").where("id", "in", files).execute()).length;
    for (let run = 0; run < 3; run++) await reap();
    expect(await countFiles()).toBe(2);
    broken.clear();
    await reap();
    await reap();
    expect(await countFiles()).toBe(0);
  });

  test("directory groups are for site administrators, have unique names and contain no circle", async () => {
    const ada = await createPerson("ada");
    const names = ["A", "B", "C"].map((name) => `${name} ${counter++}`);
    const [a = "", b = "", c = ""] = names;
    const create = (actor: Actor, name: string) => groups.createDirectoryGroup(bed.platform, actor, { name });
    const include = (name: string, included: string) =>
      groups.setDirectoryGroupIncludes(bed.platform, siteAdmin, { name, includes: [included] });
    await expect(create(ada, a)).rejects.toMatchObject({ code: "forbidden" });
    for (const name of names) await create(siteAdmin, name);
    await expect(create(siteAdmin, a)).rejects.toMatchObject({ code: "conflict" });
    await expect(create(siteAdmin, " ")).rejects.toMatchObject({ code: "invalidInput" });
    await include(a, b);
    await include(b, c);
    await expect(include(c, a)).rejects.toMatchObject({ code: "conflict" });
    await expect(include(a, a)).rejects.toMatchObject({ code: "conflict" });
    await expect(include(a, "missing")).rejects.toMatchObject({ code: "notFound" });
    const [d, e] = [`D ${counter++}`, `E ${counter++}`];
    for (const name of [d, e]) await create(siteAdmin, name);
    const results = await Promise.allSettled([include(d, e), include(e, d)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lists = await groups.listDirectoryGroups(bed.platform, siteAdmin);
    expect(lists.find(({ name }) => name === a)).toMatchObject({ memberCount: 0, includes: [b] });
    expect(() => groups.listDirectoryGroups(bed.platform, ada)).toThrow("Only administrators of this site");
  });

  test("a verified sign-in turns invitations into memberships, of which the higher level wins", async () => {
    const [ada, bob] = [await createPerson("ada"), await createPerson("bob")];
    const { db } = bed.platform;
    const invite = async (level: GroupLevel) => createGroup(ada, { "fresh@example.org": level });
    const [raised, kept, expired] = [await invite("admin"), await invite("read"), await invite("write")];
    await groups.addMembers(bed.platform, ada, { groupId: raised, members: { [bob.email]: "read" } });
    await groups.addMembers(bed.platform, ada, { groupId: kept, members: { [bob.email]: "write" } });
    await db
      .updateTable("group_members")
      .set({ expires_at: bed.clock.now() })
      .where("level", "=", "write")
      .where("email", "=", "fresh@example.org")
      .execute();
    const person = { principalId: bob.principal.id, email: "fresh@example.org" };
    await transaction(db, (tx) => groups.resolveInvitations(tx, person, bed.clock.now()));
    expect([await findLevel(bob, raised), await findLevel(bob, kept), await findLevel(bob, expired)]).toEqual([
      "admin",
      "write",
      undefined,
    ]);
    const left = await db.selectFrom("group_members").where("email", "=", "fresh@example.org").selectAll().execute();
    expect(left).toEqual([]);
    expect((await listAudit()).at(-1)).toMatchObject({ verb: "resolveInvitations", actor_id: null });
  });

  test("an invitation expires after 180 days, and a periodic task deletes it", async () => {
    const ada = await createPerson("ada");
    const groupId = await createGroup(ada, { "slow@example.org": "read" });
    const { id: keyId } = await createTestKey(bed, { actor: ada }, { delegate: "slow@example.org" });
    bed.clock.advance(180 * dayMs - 1);
    await reapInvitations(bed.platform);
    expect(await listLevels(ada, groupId)).toMatchObject({ "slow@example.org": "read" });
    expect(await listKeyNames(bed.platform.db, [keyId])).toHaveLength(1);
    bed.clock.advance(1);
    expect(await listLevels(ada, groupId)).toEqual({ [ada.email]: "admin" });
    await reapInvitations(bed.platform);
    const { db } = bed.platform;
    expect(await db.selectFrom("group_members").where("email", "=", "slow@example.org").selectAll().execute()).toEqual(
      [],
    );
    expect(await listKeyNames(db, [keyId])).toEqual([]);
  });
});
