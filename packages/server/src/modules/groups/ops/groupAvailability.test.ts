import {
  createGroup,
  leaveGroup,
  listAllGroups,
  listGroupMembers,
  listGroups,
  takeOverGroup,
  updateGroupAmplifyGroups,
  updateGroupMembers,
  updateGroupPublic,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";

import { changeDirectoryGroupMembers, createDirectoryGroup } from "../service.ts";

describe("who can use a group", () => {
  let server: TestApp;
  let site: TestPerson;
  let ada: TestPerson;
  let bob: TestPerson;
  let carol: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "site@uni.edu" } });
    site = await server.signIn("site@uni.edu");
    await createDirectoryGroup(server.platform, site.actor, { name: "Chemists" });
    const chemists = ["ada@uni.edu", "bob@uni.edu"];
    await changeDirectoryGroupMembers(server.platform, site.actor, { name: "Chemists", add: chemists });
    await createDirectoryGroup(server.platform, site.actor, { name: "Secret" });
    await changeDirectoryGroupMembers(server.platform, site.actor, { name: "Secret", add: ["carol@uni.edu"] });
    ada = await server.signIn("ada@uni.edu");
    bob = await server.signIn("bob@uni.edu");
    carol = await server.signIn("carol@uni.edu");
  });
  beforeEach(() => overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true }));
  afterAll(() => server.close());

  const create = async () => (await ada.proxy(createGroup, { group_name: `Group ${++count}` })).result.id;
  const findGroup = async (person: TestPerson, groupId: string) =>
    (await person.proxy(listGroups, {})).result.groups.find(({ id }) => id === groupId);

  test("everybody can read in a public group and nobody can leave it, until it is no longer public", async () => {
    const group_id = await create();
    for (const person of [ada, site]) {
      expect((await person.proxy(updateGroupPublic, { group_id, isPublic: true })).status).toBe(200);
      expect(await findGroup(bob, group_id)).toMatchObject({ level: "read", isPublic: true, amplifyGroups: null });
      expect(await findGroup(bob, group_id)).toMatchObject({ canLeave: false });
      expect(await findGroup(ada, group_id)).toMatchObject({ canLeave: true });
      expect((await bob.proxy(leaveGroup, { group_id })).status).toBe(409);
      expect((await bob.proxy(updateGroupPublic, { group_id, isPublic: false })).status).toBe(403);
      expect((await person.rest(updateGroupPublic, { group_id, isPublic: false })).status).toBe(200);
      expect(await findGroup(bob, group_id)).toBeUndefined();
      expect((await bob.proxy(updateGroupPublic, { group_id, isPublic: true })).status).toBe(404);
    }
  });

  test("people in an Amplify group can read, and are removed there only", async () => {
    const group_id = await create();
    for (const person of [ada, site]) {
      const set = (amplifyGroups: string[]) => person.proxy(updateGroupAmplifyGroups, { group_id, amplifyGroups });
      expect((await set(["Chemists"])).status).toBe(200);
      expect(await findGroup(bob, group_id)).toMatchObject({
        level: "read",
        canLeave: false,
        amplifyGroups: null,
        numOfMembers: null,
      });
      expect(await findGroup(ada, group_id)).toMatchObject({ amplifyGroups: ["Chemists"], numOfMembers: 1 });
      const removal = { group_id, update_type: "REMOVE", members: ["bob@uni.edu"] };
      const refused = { status: 409, body: { message: expect.stringContaining("“Chemists”") } };
      expect(await ada.proxy(updateGroupMembers, removal)).toMatchObject(refused);
      expect(await bob.proxy(leaveGroup, { group_id })).toMatchObject(refused);
      expect((await set(["Unknown"])).status).toBe(404);
      expect((await set([])).status).toBe(200);
      expect(await findGroup(bob, group_id)).toBeUndefined();
    }
  });

  test("who is not in an Amplify group can neither add it nor learn that it exists or whom it contains", async () => {
    const group_id = await create();
    const set = (person: TestPerson, amplifyGroups: string[]) =>
      person.proxy(updateGroupAmplifyGroups, { group_id, amplifyGroups });
    for (const name of ["Secret", "Unknown"]) {
      expect(await set(ada, [name])).toMatchObject({
        status: 404,
        body: { message: `There is no group “${name}” in the directory, or you’re not in it.` },
      });
    }
    expect((await set(site, ["Secret"])).status).toBe(200);
    // What a site administrator has set can be kept, and is removed for good.
    expect((await set(ada, ["Secret", "Chemists"])).status).toBe(200);
    const remove = (email: string) =>
      ada.proxy(updateGroupMembers, { group_id, update_type: "REMOVE", members: [email] });
    const { status, body } = await remove("carol@uni.edu");
    expect({ status, body }).toEqual({ status, body: (await remove("nobody@uni.edu")).body });
    expect(status).toBe(200);
    expect(await carol.proxy(leaveGroup, { group_id })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("“Secret”") },
    });
    expect(await findGroup(carol, group_id)).toMatchObject({ level: "read" });
    expect((await set(ada, ["Chemists"])).status).toBe(200);
    expect((await set(ada, ["Secret"])).status).toBe(404);
  });

  test("a site administrator finds every group, sees no members, and can take it over", async () => {
    const group_id = await create();
    const { result } = await site.proxy(listAllGroups, { query: `ROUP ${count}` });
    expect(result).toEqual({
      groups: [
        {
          group_id,
          groupName: `Group ${count}`,
          createdBy: "ada@uni.edu",
          isPublic: false,
          supportConvAnalysis: false,
          amplifyGroups: [],
          numOfMembers: 1,
        },
      ],
      nextCursor: null,
    });
    expect((await site.proxy(listAllGroups, { query: "%" })).result.groups).toEqual([]);
    expect((await site.proxy(listGroupMembers, { group_id })).result.members).toEqual([]);
    expect(await findGroup(site, group_id)).toBeUndefined();
    expect((await ada.proxy(takeOverGroup, { group_id })).status).toBe(403);
    expect((await site.proxy(takeOverGroup, { group_id })).status).toBe(200);
    expect(await findGroup(site, group_id)).toMatchObject({ level: "admin", numOfMembers: 2 });
    const entry = await server.platform.db
      .selectFrom("audit")
      .select(["verb", "actor_id"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(entry).toEqual({ verb: "takeOver", actor_id: site.actor.principal.id });
  });

  test("all groups are listed in pages", async () => {
    for (let index = 0; index < 3; index++) await create();
    const all = (await site.proxy(listAllGroups, {})).result.groups;
    expect(all.length).toBeGreaterThanOrEqual(3);
    const first = await site.proxy(listAllGroups, { limit: 2 });
    const rest = await site.proxy(listAllGroups, { cursor: first.result.nextCursor ?? "" });
    expect([...first.result.groups, ...rest.result.groups]).toEqual(all);
    expect((await site.proxy(listAllGroups, { cursor: "x" })).status).toBe(400);
  });
});
