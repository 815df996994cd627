import {
  createGroup,
  deleteGroup,
  leaveGroup,
  listGroupMembers,
  listGroups,
  updateGroupMembers,
  updateGroupPermissions,
  updateGroupTypes,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";
import { recordQueries } from "../../../testing/recordQueries.ts";
import { defaultDatabaseKind } from "../../../testing/testDatabase.ts";

const lastAdministratorMessage =
  "You are currently the only admin in the group, your admin access will be unchanged at this time. Please confirm updated user access changes again.";

describe("groups", () => {
  let server: TestApp;
  let count = 0;
  let ada: TestPerson;
  let bob: TestPerson;
  let stranger: TestPerson;
  beforeAll(async () => {
    server = await createTestApp();
  });
  beforeEach(async () => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    count += 1;
    [ada, bob, stranger] = await Promise.all([
      server.signIn(`ada${count}@uni.edu`),
      server.signIn(`bob${count}@uni.edu`),
      server.signIn(`stranger${count}@uni.edu`),
    ]);
  });
  afterAll(() => server.close());

  const nameOf = ({ actor }: TestPerson) => actor.email;

  async function create(members: Record<string, "read" | "write" | "admin"> = {}): Promise<string> {
    const { status, result } = await ada.proxy(createGroup, { group_name: `Group ${count}`, members });
    expect(status).toBe(200);
    return result.id;
  }

  const findGroup = async (person: TestPerson, groupId: string) =>
    (await person.proxy(listGroups, {})).result.groups.find(({ id }) => id === groupId);

  test("[G7.18] a group is created with its members and types, and the creator administers it", async () => {
    const group_name = " Organic Chemistry ";
    const members = { [nameOf(bob).toUpperCase()]: "write", "later@uni.edu": "read" } as const;
    const { status, result } = await ada.rest(createGroup, { group_name, members, types: ["Staff", " Staff", ""] });
    expect(status).toBe(200);
    expect(result).toEqual({
      id: expect.stringMatching(/^OrganicChemistry_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: "Organic Chemistry",
      level: "admin",
      canLeave: true,
      groupTypes: ["Staff"],
      isPublic: false,
      isBuiltIn: false,
      supportConvAnalysis: false,
      amplifyGroups: [],
      rateLimit: { period: "Unlimited", rate: null },
      assistants: [],
      numOfMembers: 3,
      members: { [nameOf(ada)]: "admin", [nameOf(bob)]: "write", "later@uni.edu": "read" },
    });
    expect(await findGroup(ada, result.id)).toEqual(result);
    expect(await findGroup(bob, result.id)).toMatchObject({ level: "write" });
    expect(await findGroup(stranger, result.id)).toBeUndefined();
  });

  test("[G5.15] a group needs a name that no group has of which its creator is a member, at whatever level", async () => {
    const taken = { status: 409, body: { message: "Group name must be unique to all groups you are a member of." } };
    const name = `Botany ${count}`;
    const members = { [nameOf(bob)]: "read" } as const;
    const { result } = await ada.proxy(createGroup, { group_name: name, members });
    for (const person of [ada, bob])
      expect(await person.proxy(createGroup, { group_name: ` ${name.toUpperCase()}` })).toMatchObject(taken);
    expect((await stranger.proxy(createGroup, { group_name: name })).status).toBe(200);
    await bob.proxy(leaveGroup, { group_id: result.id });
    expect((await bob.proxy(createGroup, { group_name: name })).status).toBe(200);
  });

  test("a name that is empty, taken or too long is refused with the reason", async () => {
    const attempt = async (group_name: string) => {
      const { status, body } = await ada.proxy(createGroup, { group_name });
      return [status, body.message];
    };
    expect(await attempt(" ")).toEqual([400, "Group name is required. Please add a group name to create the group."]);
    expect(await attempt("Physics")).toEqual([200, undefined]);
    expect(await attempt("physics")).toEqual([409, "Group name must be unique to all groups you are a member of."]);
    expect(await attempt("x".repeat(201))).toEqual([400, expect.any(String)]);
  });

  test("[G5.18] creating a group needs the flag createAstAdminGroups", async () => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: false });
    for (const call of [ada.proxy, ada.rest]) {
      expect((await call(createGroup, { group_name: "Not allowed" })).status).toBe(403);
    }
    expect((await ada.proxy(listGroups, {})).result.groups).toEqual([]);
  });

  test("[G7.19] an administrator replaces the types", async () => {
    const group_id = await create({ [nameOf(bob)]: "write" });
    expect((await ada.proxy(updateGroupTypes, { group_id, types: [" Student", "Staff", "Student"] })).status).toBe(200);
    expect(await findGroup(bob, group_id)).toMatchObject({ groupTypes: ["Student", "Staff"] });
  });

  test("[G7.20] [G3.08] members are added, updated and removed, in either case, and can read unless a level is given", async () => {
    const group_id = await create();
    const update = async (update_type: string, members: string[] | Record<string, "read" | "write" | "admin">) =>
      (await ada.proxy(updateGroupMembers, { group_id, update_type, members })).status;
    const listLevels = async () => (await findGroup(ada, group_id))?.members;
    const [admin, bobs] = [{ [nameOf(ada)]: "admin" }, nameOf(bob)];
    expect(await update("ADD", [bobs, ` ${bobs.toUpperCase()}`])).toBe(200);
    expect(await listLevels()).toEqual({ ...admin, [bobs]: "read" });
    expect(await update("add", { "new@uni.edu": "admin", [bobs]: "admin" })).toBe(200);
    expect(await listLevels()).toEqual({ ...admin, [bobs]: "read", "new@uni.edu": "admin" });
    expect(await update("Update", { [bobs]: "write" })).toBe(200);
    expect(await update("UPDATE", { "nobody@uni.edu": "write" })).toBe(404);
    expect(await update("update", [bobs])).toBe(400);
    expect(await update("remove", { "new@uni.edu": "admin" })).toBe(200);
    expect(await listLevels()).toEqual({ ...admin, [bobs]: "write" });
    expect(await update("REMOVE", [bob.actor.principal.id, "nobody@uni.edu"])).toBe(200);
    expect(await listLevels()).toEqual(admin);
    expect(await findGroup(bob, group_id)).toBeUndefined();
    for (const type of ["", "replace"]) expect(await update(type, [bobs])).toBe(400);
    expect(await update("ADD", ["no address"])).toBe(400);
  });

  test("500 pasted addresses become members at once, and too many are refused", async () => {
    const group_id = await create();
    const listAddresses = (length: number) => Array.from({ length }, (_, index) => `p${index}@uni.edu`);
    const add = async (length: number) => {
      const members = listAddresses(length);
      return (await ada.rest(updateGroupMembers, { group_id, update_type: "ADD", members })).status;
    };
    const queries = recordQueries();
    expect(await add(500)).toBe(200);
    // The embedded database has another driver.
    if (defaultDatabaseKind === "postgres") expect(queries.length).toBeGreaterThan(0);
    expect(queries.length).toBeLessThan(25);
    expect(await findGroup(ada, group_id)).toMatchObject({ numOfMembers: 501 });
    expect(await add(1_001)).toBe(400);
  });

  test("[G7.21] an administrator changes levels, but never to leave the group without an administrator", async () => {
    const group_id = await create({ [nameOf(bob)]: "read" });
    const change = async (affected_members: Record<string, "read" | "write" | "admin">) => {
      const { status, body } = await ada.proxy(updateGroupPermissions, { group_id, affected_members });
      return [status, body.message];
    };
    const refused = [409, lastAdministratorMessage];
    expect(await change({ [nameOf(ada)]: "write" })).toEqual(refused);
    expect(await change({ [nameOf(ada)]: "read", [nameOf(bob)]: "write" })).toEqual(refused);
    expect((await ada.proxy(leaveGroup, { group_id })).body.message).toBe(lastAdministratorMessage);
    const removal = { group_id, update_type: "REMOVE", members: [nameOf(ada)] };
    expect((await ada.proxy(updateGroupMembers, removal)).body.message).toBe(lastAdministratorMessage);
    expect(await findGroup(ada, group_id)).toMatchObject({ level: "admin" });
    expect(await findGroup(bob, group_id)).toMatchObject({ level: "read" });
    // An invited person is no administrator before signing in.
    expect(await change({ [nameOf(bob)]: "admin", [nameOf(ada)]: "write" })).toEqual([200, undefined]);
    expect(await findGroup(ada, group_id)).toMatchObject({ level: "write" });
    expect(await change({ [nameOf(ada)]: "admin" })).toEqual([
      403,
      "You are not authorized to update user access to the group.",
    ]);
  });

  test("[G4.03] a member moves from each level to each other one", async () => {
    const group_id = await create({ [nameOf(bob)]: "read" });
    for (const level of ["write", "admin", "read", "admin", "write", "read"] as const) {
      const affected_members = { [nameOf(bob)]: level };
      expect((await ada.proxy(updateGroupPermissions, { group_id, affected_members })).status).toBe(200);
      expect(await findGroup(bob, group_id)).toMatchObject({ level });
    }
  });

  test("who demotes themselves to `read` no longer sees the members, and can still leave", async () => {
    const group_id = await create({ [nameOf(bob)]: "admin" });
    await ada.proxy(updateGroupPermissions, { group_id, affected_members: { [nameOf(ada)]: "read" } });
    expect((await ada.proxy(listGroupMembers, { group_id })).result).toMatchObject({
      members: [{ email: nameOf(ada), level: "read" }],
      total: 1,
    });
    expect((await ada.proxy(leaveGroup, { group_id })).status).toBe(200);
    expect((await ada.proxy(listGroupMembers, { group_id })).status).toBe(404);
    expect((await ada.proxy(leaveGroup, { group_id })).status).toBe(404);
  });

  test("[G6.08] members below the level are told what they may not do, and strangers and former members that there is no group", async () => {
    const former = bob;
    const [reader, writer] = [await server.signIn(`r${count}@uni.edu`), await server.signIn(`w${count}@uni.edu`)];
    const group_id = await create({ [nameOf(reader)]: "read", [nameOf(writer)]: "write", [nameOf(former)]: "admin" });
    await ada.proxy(updateGroupMembers, { group_id, update_type: "REMOVE", members: [nameOf(former)] });
    const calls: [(person: TestPerson) => Promise<{ status: number; body: Record<string, unknown> }>, string][] = [
      [
        (person) => person.proxy(updateGroupTypes, { group_id, types: [] }),
        "You are not authorized to update this group's types.",
      ],
      [(person) => person.rest(deleteGroup, { group_id }), "You are not authorized to delete this group."],
      [
        (person) => person.proxy(updateGroupMembers, { group_id, update_type: "ADD", members: ["x@uni.edu"] }),
        "You are not authorized to add users to the group.",
      ],
      [
        (person) => person.rest(updateGroupMembers, { group_id, update_type: "REMOVE", members: [nameOf(ada)] }),
        "You are not authorized to delete users from the group.",
      ],
      [
        (person) => person.proxy(updateGroupPermissions, { group_id, affected_members: { [nameOf(reader)]: "admin" } }),
        "You are not authorized to update user access to the group.",
      ],
    ];
    for (const [call, message] of calls) {
      for (const member of [reader, writer])
        expect(await call(member)).toMatchObject({ status: 403, body: { message } });
      for (const person of [stranger, former]) expect((await call(person)).status).toBe(404);
    }
    expect(await findGroup(ada, group_id)).toMatchObject({ numOfMembers: 3 });
  });

  test("[G7.23] a deleted group is gone for all its members, and its name is free", async () => {
    const group_id = await create({ [nameOf(bob)]: "write" });
    expect((await ada.proxy(deleteGroup, { group_id })).status).toBe(200);
    for (const person of [ada, bob]) {
      expect(await findGroup(person, group_id)).toBeUndefined();
      expect((await person.proxy(listGroupMembers, { group_id })).status).toBe(404);
    }
    expect((await ada.proxy(deleteGroup, { group_id })).status).toBe(404);
    expect(await create()).not.toBe(group_id);
  });
});
