import { limits, listGroupMembers, listGroups } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../../core/context.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { recordQueries } from "../../../testing/recordQueries.ts";
import { defaultDatabaseKind } from "../../../testing/testDatabase.ts";

import { createService } from "../../principals/service.ts";
import { addMembers, createGroup, findGroupIds, setGroupPublic } from "../service.ts";

describe("the members of groups", () => {
  let server: TestApp;
  let ada: TestPerson;
  let reader: TestPerson;
  let stranger: TestPerson;
  beforeAll(async () => {
    server = await createTestApp();
    ada = await server.signIn("ada@uni.edu");
    reader = await server.signIn("reader@uni.edu");
    stranger = await server.signIn("stranger@uni.edu");
  });
  afterAll(() => server.close());

  async function create(creator: Actor, name: string, members: Record<string, "read" | "write" | "admin"> = {}) {
    return (await createGroup(server.platform, creator, { name, types: ["Staff"], members })).wireId;
  }

  /** Adds invitations to a group: `member0001@uni.edu` and so on. */
  async function inviteMany(wireId: string, count: number): Promise<void> {
    const [groupId = ""] = await findGroupIds(server.platform.db, [wireId]);
    await sql`
      insert into group_members (group_id, email, level, created_at, expires_at)
      select ${groupId}, 'member' || lpad(n::text, 5, '0') || '@uni.edu', 'read', now(), now() + interval '1 day'
      from generate_series(1, ${count}::integer) n`.execute(server.platform.db);
  }

  test("people, services and invitations are listed by address, found by a part of it or of the name, and paged", async () => {
    const service = await createService(server.platform, ada.actor, { name: "Robot" });
    const group_id = await create(ada.actor, "Chemistry", {
      "reader@uni.edu": "read",
      "new_member@uni.edu": "write",
      [service.wireId]: "read",
    });
    const { status, result } = await ada.proxy(listGroupMembers, { group_id });
    expect(status).toBe(200);
    const people = [
      { id: ada.actor.principal.id, kind: "person", email: "ada@uni.edu", name: "ada", systemId: null, level: "admin" },
      { id: "new_member@uni.edu", kind: "invitation", email: "new_member@uni.edu", name: null, level: "write" },
      { id: reader.actor.principal.id, kind: "person", email: "reader@uni.edu", level: "read" },
    ];
    const robot = { id: service.id, kind: "service", email: null, name: "Robot", systemId: service.wireId };
    expect(result).toMatchObject({ members: { length: 4 }, total: 4 });
    for (const member of [...people, robot]) expect(result.members).toContainEqual(expect.objectContaining(member));
    const find = async (query: string) =>
      (await ada.rest(listGroupMembers, { group_id, query })).result.members.map(({ id }) => id);
    expect(await find(" EADER@")).toEqual([reader.actor.principal.id]);
    expect(await find("robo")).toEqual([service.id]);
    expect(await find("_")).toEqual(["new_member@uni.edu"]);
    expect(await find("%")).toEqual([]);
    const first = await ada.proxy(listGroupMembers, { group_id, limit: 3 });
    const second = await ada.proxy(listGroupMembers, { group_id, limit: 3, cursor: first.result.nextCursor });
    expect([...first.result.members, ...second.result.members]).toEqual(result.members);
    expect(second.result).toMatchObject({ total: 4, nextCursor: null });
    for (const cursor of ["x", first.result.nextCursor?.slice(0, -3)]) {
      expect((await ada.proxy(listGroupMembers, { group_id, cursor: cursor ?? "" })).status).toBe(400);
    }
  });

  test("who is below `write` sees only themselves, also as a computed member, and a stranger no group", async () => {
    const group_id = await create(ada.actor, "Physics", { "reader@uni.edu": "read" });
    const own = { kind: "person", email: "reader@uni.edu", level: "read" };
    const { result } = await reader.proxy(listGroupMembers, { group_id, query: "ada" });
    expect(result).toMatchObject({ members: [own], total: 1, nextCursor: null });
    const physics = (await reader.proxy(listGroups, {})).result.groups.find(({ id }) => id === group_id);
    expect(physics).toMatchObject({ level: "read", amplifyGroups: null, numOfMembers: null });
    expect(physics?.members).toEqual({ "reader@uni.edu": "read" });
    expect((await stranger.proxy(listGroupMembers, { group_id })).status).toBe(404);
    await setGroupPublic(server.platform, ada.actor, { groupId: group_id, isPublic: true });
    const computed = await stranger.proxy(listGroupMembers, { group_id });
    expect(computed.result.members).toMatchObject([{ email: "stranger@uni.edu", level: "read" }]);
  });

  test("[G7.24] groups are listed by name with level, types and members, and paged", async () => {
    const person = await server.signIn("lister@uni.edu");
    for (const name of ["beta", "Alpha", "gamma"]) await create(person.actor, name, { "reader@uni.edu": "write" });
    const { result } = await person.proxy(listGroups, {});
    const groups = result.groups.filter(({ isPublic }) => !isPublic);
    expect(groups.map(({ name }) => name)).toEqual(["Alpha", "beta", "gamma"]);
    expect(groups[0]).toEqual({
      id: expect.stringMatching(/^Alpha_/),
      name: "Alpha",
      level: "admin",
      groupTypes: ["Staff"],
      isPublic: false,
      isBuiltIn: false,
      canLeave: true,
      supportConvAnalysis: false,
      amplifyGroups: [],
      rateLimit: { period: "Unlimited", rate: null },
      assistants: [],
      numOfMembers: 2,
      members: { "lister@uni.edu": "admin", "reader@uni.edu": "write" },
    });
    const pages: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await person.rest(listGroups, { limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.result.groups.length).toBeLessThanOrEqual(2);
      pages.push(...page.result.groups.map(({ id }) => id));
      cursor = page.result.nextCursor;
    } while (cursor);
    expect(pages).toEqual(result.groups.map(({ id }) => id));
    expect((await person.proxy(listGroups, { cursor: "WzFd" })).status).toBe(400);
  });

  test("the list of groups has the members of small groups only", async () => {
    const group_id = await create(ada.actor, "Large");
    const find = async () => (await ada.proxy(listGroups, {})).result.groups.find(({ id }) => id === group_id);
    await inviteMany(group_id, limits.membersPerListedGroup - 1);
    expect(Object.keys((await find())?.members ?? {})).toHaveLength(limits.membersPerListedGroup);
    await addMembers(server.platform, ada.actor, { groupId: group_id, members: { "one.more@uni.edu": "read" } });
    const large = await find();
    expect(large?.numOfMembers).toBe(limits.membersPerListedGroup + 1);
    expect(large?.members).toEqual({ "ada@uni.edu": "admin" });
  });

  if (defaultDatabaseKind === "postgres") {
    test("of 10,000 members a page or a search is one statement that returns at most one page", async () => {
      const group_id = await create(ada.actor, "Ten thousand");
      await inviteMany(group_id, 10_000);
      const queries = recordQueries();
      const first = await ada.proxy(listGroupMembers, { group_id, limit: 50 });
      expect(first.result).toMatchObject({ members: { length: 50 }, total: 10_001 });
      const next = await ada.proxy(listGroupMembers, { group_id, limit: 50, cursor: first.result.nextCursor });
      expect(next.result.members[0]?.email).toBe("member00050@uni.edu");
      const search = await ada.proxy(listGroupMembers, { group_id, query: "R0999", limit: 50 });
      expect(search.result).toMatchObject({ members: { length: 10 }, total: 10, nextCursor: null });
      const texts = queries.map(({ query }) => String(query)).filter((text) => /\bgroup_members\b/.test(text));
      // Each call reads the group with the caller's level, and then the page.
      expect(texts.map((text) => text.includes("sortText"))).toEqual([false, true, false, true, false, true]);
      for (const { rowCount } of queries) expect(rowCount).toBeLessThanOrEqual(51);
    });
  }
});
