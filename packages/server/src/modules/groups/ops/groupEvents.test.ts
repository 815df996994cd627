import {
  type BrowserEvent,
  createGroup,
  deleteGroup,
  leaveGroup,
  saveUserSettings,
  updateGroupAmplifyGroups,
  updateGroupMembers,
  updateGroupPermissions,
  updateGroupPublic,
  updateGroupTypes,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { openBrowserEvents, type TestEventStream } from "../../../testing/openBrowserEvents.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";
import { type ChatServer, startChatServer } from "../../../testing/startChatServer.ts";
import { giveGrants, revokeGrants } from "../../grants/service.ts";
import { blockPerson, erasePerson } from "../../people/service.ts";
import { changeDirectoryGroupMembers, createDirectoryGroup } from "../service.ts";

describe("events about groups and rights", () => {
  let server: ChatServer;
  let count = 0;
  let people: Record<"admin" | "writer" | "reader" | "stranger", TestPerson>;
  let streams: Record<keyof typeof people, TestEventStream>;

  beforeAll(async () => {
    server = await startChatServer({ environment: { ADMINS: "site@example.org" } });
  });
  beforeEach(async () => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    count += 1;
    const signIn = (name: string) => server.signIn(`${name}${count}@example.org`);
    people = {
      admin: await signIn("admin"),
      writer: await signIn("writer"),
      reader: await signIn("reader"),
      stranger: await signIn("stranger"),
    };
    const open = async (person: TestPerson) => {
      const stream = await openBrowserEvents(server.origin, person);
      onTestFinished(stream.close);
      return stream;
    };
    streams = {
      admin: await open(people.admin),
      writer: await open(people.writer),
      reader: await open(people.reader),
      stranger: await open(people.stranger),
    };
  });
  afterAll(() => server.close());

  const rights: BrowserEvent = { type: "rights" };
  const emailOf = (name: keyof typeof people) => people[name].actor.email;

  /** Runs a change and returns who was told of it. */
  async function findTold(change: () => Promise<{ status: number }>): Promise<string[]> {
    const all = Object.values(streams);
    for (const stream of all) stream.events.length = 0;
    expect((await change()).status).toBe(200);
    // What is published later arrives later.
    await Promise.all(Object.values(people).map((person) => person.proxy(saveUserSettings, { settings: {} })));
    await vi.waitFor(() => {
      for (const stream of all) expect(stream.events).toContainEqual({ type: "settings" });
    });
    for (const stream of all) expect(stream.events).not.toContainEqual({ type: "resync" });
    return Object.entries(streams).flatMap(([name, { events }]) =>
      events.some(({ type }) => type === "rights") ? [name] : [],
    );
  }

  async function createTeam(): Promise<string> {
    const members = { [emailOf("writer")]: "write", [emailOf("reader")]: "read" } as const;
    const { result } = await people.admin.proxy(createGroup, { group_name: `Team ${count}`, members });
    await vi.waitFor(() => expect(streams.reader.events).toContainEqual(rights));
    return result.id;
  }

  test("a new group is told to its members", async () => {
    const members = { [emailOf("reader")]: "read", "later@example.org": "write" } as const;
    const told = await findTold(() => people.admin.proxy(createGroup, { group_name: `New ${count}`, members }));
    expect(told).toEqual(["admin", "reader"]);
  });

  test("a change of members is told to those who are concerned or see the list", async () => {
    const group_id = await createTeam();
    const { admin, stranger } = people;
    const add = { group_id, update_type: "ADD", members: [emailOf("stranger")] };
    expect(await findTold(() => admin.proxy(updateGroupMembers, add))).toEqual(["admin", "writer", "stranger"]);
    const affected_members = { [emailOf("writer")]: "read" } as const;
    const demotion = await findTold(() => admin.proxy(updateGroupPermissions, { group_id, affected_members }));
    expect(demotion).toEqual(["admin", "writer"]);
    const leaving = await findTold(() => stranger.proxy(leaveGroup, { group_id }));
    expect(leaving).toEqual(["admin", "stranger"]);
    const remove = { group_id, update_type: "REMOVE", members: [emailOf("reader")] };
    expect(await findTold(() => admin.proxy(updateGroupMembers, remove))).toEqual(["admin", "reader"]);
    expect(await findTold(() => admin.proxy(updateGroupMembers, remove))).toEqual([]);
  });

  test("types and deletion are told to all members, and to everybody if the group is public", async () => {
    const group_id = await createTeam();
    const members = ["admin", "writer", "reader"];
    const types = () => people.admin.proxy(updateGroupTypes, { group_id, types: ["Staff"] });
    expect(await findTold(types)).toEqual(members);
    const publish = (isPublic: boolean) => people.admin.proxy(updateGroupPublic, { group_id, isPublic });
    expect(await findTold(() => publish(true))).toEqual([...members, "stranger"]);
    expect(await findTold(types)).toEqual([...members, "stranger"]);
    expect(await findTold(() => publish(false))).toEqual([...members, "stranger"]);
    expect(await findTold(() => people.admin.proxy(deleteGroup, { group_id }))).toEqual(members);
  });

  test("a change of Amplify groups is told to everybody", async () => {
    const group_id = await createTeam();
    const everybody = ["admin", "writer", "reader", "stranger"];
    const set = () => people.admin.proxy(updateGroupAmplifyGroups, { group_id, amplifyGroups: [] });
    expect(await findTold(set)).toEqual(everybody);
    const siteAdmin = { ...people.admin.actor, isAdmin: true };
    const name = `List ${count}`;
    await createDirectoryGroup(server.platform, siteAdmin, { name });
    const change = async () => {
      await changeDirectoryGroupMembers(server.platform, siteAdmin, { name, add: [emailOf("reader")] });
      return { status: 200 };
    };
    expect(await findTold(change)).toEqual(everybody);
  });

  test("a change of very many members is one event for everybody", async () => {
    const group_id = await createTeam();
    const { db } = server.platform;
    const rows = Array.from({ length: 201 }, (_, index) => ({
      id: `many-${count}-${index}`,
      issuer: "test",
      subject: `many-${count}-${index}`,
      email: `many-${count}-${index}@example.org`,
      email_verified: true,
      name: "",
      is_admin: false,
      created_at: new Date(),
      last_seen_at: new Date(),
    }));
    await db.insertInto("users").values(rows).execute();
    const members = rows.map(({ email }) => email);
    const told = await findTold(() =>
      people.admin.proxy(updateGroupMembers, { group_id, update_type: "ADD", members }),
    );
    expect(told).toEqual(["admin", "writer", "reader", "stranger"]);
  });

  test("a right to an object is told to those who get or lose it, also through a group", async () => {
    const { platform } = server;
    const groupId = await createTeam();
    const { actor } = people.stranger;
    const id = `file${count}`;
    const row = {
      id,
      owner_id: actor.principal.id,
      name: id,
      type: "text/plain",
      blob_key: id,
      created_at: new Date(),
    };
    await platform.db.insertInto("files").values(row).execute();
    const object = { type: "file", id } as const;
    const findToldOf = (change: () => Promise<void>) =>
      findTold(async () => {
        await change();
        return { status: 200 };
      });
    const email = emailOf("reader");
    const give = () => giveGrants(platform, actor, { object, names: [email, "new@example.org"], role: "read" });
    expect(await findToldOf(give)).toEqual(["reader"]);
    expect(await findToldOf(() => revokeGrants(platform, actor, { object, names: [email] }))).toEqual(["reader"]);
    expect(await findToldOf(() => revokeGrants(platform, actor, { object, names: [email] }))).toEqual([]);
    const add = { group_id: groupId, update_type: "ADD", members: { [emailOf("stranger")]: "write" } } as const;
    expect((await people.admin.proxy(updateGroupMembers, add)).status).toBe(200);
    const giveToGroup = () => giveGrants(platform, actor, { object, names: [groupId], role: "read" });
    expect(await findToldOf(giveToGroup)).toEqual(["admin", "writer", "reader", "stranger"]);
  });

  test("a successor is told of the groups of a person who is blocked or erased", async () => {
    const site = await server.signIn("site@example.org");
    for (const end of [blockPerson, erasePerson]) {
      const leader = await server.signIn(`${end.name}${count}@example.org`);
      expect((await leader.proxy(createGroup, { group_name: "Led" })).status).toBe(200);
      const options = { successorId: people.reader.actor.principal.id };
      const told = await findTold(async () => {
        await end(server.platform, site.actor, leader.actor.principal.id, options);
        return { status: 200 };
      });
      expect(told).toEqual(["reader"]);
    }
  });

  test("events have no names", async () => {
    await createTeam();
    expect(streams.reader.text).not.toMatch(/Team|example\.org/);
  });
});
