import {
  blockPerson,
  createConversation,
  erasePerson,
  getErasure,
  getPerson,
  getUserSettings,
  limits,
  listErasures,
  listPeople,
  type OpOutput,
  previewErasure,
  saveUserSettings,
  signOutPerson,
  successorNeeded,
  unblockPerson,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createTestKey } from "../../../testing/createTestKey.ts";
import { createExampleConversation } from "../../../testing/getOpExamples.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { recordAudit } from "../../audit/service.ts";
import { createScriptedReader } from "../../files/documents/testing/scriptedReader.ts";
import { createGroup } from "../../groups/service.ts";
import { createService } from "../../principals/service.ts";

const idOf = ({ actor }: TestPerson) => actor.principal.id;

describe("administrators", () => {
  let server: TestApp;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({
      environment: { ADMINS: "admin@uni.edu,other-admin@uni.edu" },
      documents: createScriptedReader(),
    });
    admin = await server.signIn("admin@uni.edu");
  });
  afterAll(() => server.close());

  const find = async (query: string, input: object = {}) =>
    (await admin.proxy(listPeople, { query, ...input })).result.people.map(({ email }) => email);
  const open = async (person: TestPerson) => (await admin.proxy(getPerson, { personId: idOf(person) })).result;
  const erase = (person: TestPerson, input: object = {}) =>
    admin.proxy(erasePerson, { personId: idOf(person), email: person.actor.email, ...input });
  const findAudit = async (verb: string, person: TestPerson) => {
    const { rows } = await sql<{ actor_id: string; after: unknown }>`
      select actor_id, after from audit where verb = ${verb} and object_ids @> ${JSON.stringify([idOf(person)])}::jsonb
    `.execute(server.platform.db);
    return rows;
  };

  test("find people by a part of the name or the address, in any case, and no character stands for others", async () => {
    for (const name of ["Zora.Neale", "zora_x", "zo%ra"]) await server.signIn(`${name}@find.edu`);
    expect(await find("ORA", { sort: "email" })).toEqual(["zora.neale@find.edu", "zora_x@find.edu"]);
    expect(await find("@FIND.edu")).toHaveLength(3);
    expect(await find("a_x")).toEqual(["zora_x@find.edu"]);
    expect(await find("%")).toEqual(["zo%ra@find.edu"]);
    expect(await find("nobody has this")).toEqual([]);
    expect((await admin.rest(listPeople, { query: "x".repeat(limits.searchLength + 1) })).status).toBe(400);
    expect((await admin.rest(listPeople, { limit: limits.peoplePerPage + 1 })).status).toBe(400);
  });

  test.each(["name", "email", "lastSeen"] as const)(
    "read the people by %s in pages, each person once",
    async (sort) => {
      const names = Array.from({ length: 7 }, (_, index) => `paged${(index * 3) % 7}`);
      for (const name of names) await server.signIn(`${name}@pages.edu`);
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { result: OpOutput<typeof listPeople> } = await admin.rest(listPeople, {
          query: "@pages.edu",
          sort,
          limit: 3,
          ...(cursor !== null && { cursor }),
        });
        found.push(...page.result.people.map(({ email }) => email));
        cursor = page.result.nextCursor;
      } while (cursor !== null);
      const emails = Array.from({ length: 7 }, (_, index) => `paged${index}@pages.edu`);
      // People who sign in within a millisecond have any order.
      if (sort === "lastSeen") expect([found.length, new Set(found)]).toEqual([7, new Set(emails)]);
      else expect(found).toEqual(emails);
      expect((await admin.rest(listPeople, { sort: "lastSeen", cursor: "WyIiLCIiXQ" })).status).toBe(400);
      expect((await admin.rest(listPeople, { sort: "name", cursor: "x" })).status).toBe(400);
    },
  );

  test("list who is blocked and who administers the site, and why", async () => {
    const blocked = await server.signIn("blocked@status.edu");
    const first = await server.signIn("first@status.edu");
    const added = await server.signIn("added@status.edu");
    const { db } = server.platform;
    await db.updateTable("users").set({ is_admin: true }).where("id", "=", idOf(first)).execute();
    await db
      .insertInto("settings")
      .values({ name: "admins", value: JSON.stringify(["added@status.edu"]), updated_at: new Date() })
      .execute();
    expect((await admin.proxy(blockPerson, { personId: idOf(blocked) })).status).toBe(200);
    expect(await find("@status.edu", { status: "blocked" })).toEqual(["blocked@status.edu"]);
    expect(await find("@status.edu", { status: "active" })).toEqual(["added@status.edu", "first@status.edu"]);
    const { people } = (await admin.proxy(listPeople, { status: "administrators" })).result;
    const sources = people.map(({ email, administratorSource }) => [email, administratorSource]);
    expect(Object.fromEntries(sources)).toEqual({
      "admin@uni.edu": "environment",
      "first@status.edu": "first",
      "added@status.edu": "added",
    });
    // An address that another account has taken gives no rights.
    await db.updateTable("users").set({ email_verified: false }).where("id", "=", idOf(added)).execute();
    expect((await open(added)).person).toMatchObject({ administratorSource: null, isEmailVerified: false });
    await db.deleteFrom("settings").where("name", "=", "admins").execute();
  });

  test("see how much a person stores and uses, and the groups, but no content", async () => {
    const person = await server.signIn("figures@uni.edu");
    const name = "A secret title";
    await person.proxy(createConversation, { conversation: { ...createExampleConversation("c1"), name } });
    await uploadTestFile(server, person, { name: `${name}.txt`, type: "text/plain", content: "12345678" });
    const founded = await createGroup(server.platform, person.actor, { name: "Founded", types: [], members: {} });
    await createGroup(server.platform, admin.actor, {
      name: "Joined",
      types: [],
      members: { "figures@uni.edu": "write" },
    });
    const { db } = server.platform;
    await sql`
      insert into usage (id, user_id, request_id, model_id, purpose, opened_at, settled_at, outcome, is_estimate,
        input_tokens, output_tokens, cached_tokens, cost)
      select x.id, ${idOf(person)}, x.id, 'm', 'chat', x.at, x.at, 'done', false, 100, 20, 0, 0.25
      from (values ('now', now()), ('before', now() - interval '40 days')) x (id, at)`.execute(db);
    const reply = await admin.proxy(getPerson, { personId: idOf(person) });
    expect(reply.result).toMatchObject({
      person: { email: "figures@uni.edu", name: "figures", activeSessionCount: 1, blockedAt: null },
      lastSignInAt: expect.any(String),
      storage: { files: { count: 1, bytes: 8 }, conversations: { count: 1, bytes: expect.any(Number) } },
      groups: [
        { name: "Founded", level: "admin", isOnlyAdministrator: true },
        { name: "Joined", level: "write", isOnlyAdministrator: false },
      ],
      groupCount: 2,
      usageThisMonth: { cost: 0.25, answers: 1, inputTokens: 100, outputTokens: 20 },
    });
    expect(reply.result.storage.conversations.bytes).toBeGreaterThan(0);
    expect(JSON.stringify(reply.body)).not.toContain(name);
    const other = await server.signIn("second@uni.edu");
    const row = { group_id: founded.id, level: "admin" as const, created_at: new Date() };
    await db
      .insertInto("group_members")
      .values({ ...row, principal_id: idOf(other) })
      .execute();
    expect((await open(person)).groups[0]).toMatchObject({ isOnlyAdministrator: false });
    // Who is blocked administers nothing.
    await admin.proxy(blockPerson, { personId: idOf(other) });
    expect((await open(person)).groups[0]).toMatchObject({ isOnlyAdministrator: true });
  });

  test("sign somebody out everywhere, who can sign in again, and themselves", async () => {
    const first = await server.signIn("everywhere@uni.edu");
    const second = await server.signIn("everywhere@uni.edu");
    expect((await open(first)).person.activeSessionCount).toBe(2);
    expect((await admin.proxy(signOutPerson, { personId: idOf(first) })).status).toBe(200);
    for (const session of [first, second]) {
      expect((await session.proxy(getUserSettings, {})).status).toBe(401);
      expect((await session.rest(getUserSettings, {})).status).toBe(401);
    }
    expect((await open(first)).person.activeSessionCount).toBe(0);
    expect((await (await server.signIn("everywhere@uni.edu")).proxy(getUserSettings, {})).status).toBe(200);
    expect(await findAudit("signOut", first)).toEqual([{ actor_id: idOf(admin), after: { sessions: 2 } }]);
    const self = await server.signIn("other-admin@uni.edu");
    expect((await self.proxy(signOutPerson, { personId: idOf(self) })).status).toBe(200);
    expect((await self.proxy(getUserSettings, {})).status).toBe(401);
  });

  test("block with a successor where a group would have no administrator, and unblock", async () => {
    const founder = await server.signIn("founder@uni.edu");
    const successor = await server.signIn("successor@uni.edu");
    await createGroup(server.platform, founder.actor, { name: "Lab", types: [], members: {} });
    const personId = idOf(founder);
    const refused = await admin.proxy(blockPerson, { personId });
    const { message, type } = refused.body;
    expect({ status: refused.status, message, type }).toEqual({
      status: 409,
      type: successorNeeded,
      message: "This person is the only administrator of “Lab”. Please choose a successor.",
    });
    expect((await admin.proxy(blockPerson, { personId, successorId: "nobody" })).status).toBe(400);
    expect((await admin.proxy(blockPerson, { personId, successorId: personId })).status).toBe(400);
    expect((await open(founder)).person.blockedAt).toBeNull();
    expect((await admin.proxy(blockPerson, { personId, successorId: idOf(successor) })).status).toBe(200);
    expect((await open(founder)).person.blockedAt).not.toBeNull();
    expect((await open(successor)).groups).toEqual([{ name: "Lab", level: "admin", isOnlyAdministrator: true }]);
    expect((await founder.proxy(getUserSettings, {})).status).toBe(401);
    expect((await admin.proxy(unblockPerson, { personId })).status).toBe(200);
    expect((await open(founder)).person.blockedAt).toBeNull();
    expect(await findAudit("unblock", founder)).toHaveLength(1);
  });

  test("can block or erase neither themselves nor somebody who does not exist or was erased", async () => {
    const erased = await server.signIn("erased-before@uni.edu");
    expect((await erase(erased)).status).toBe(200);
    const { email } = admin.actor;
    for (const op of [blockPerson, unblockPerson]) {
      expect((await admin.proxy(op, { personId: idOf(admin) })).status).toBe(400);
      for (const personId of ["nobody", idOf(erased)]) expect((await admin.proxy(op, { personId })).status).toBe(404);
    }
    expect((await admin.proxy(erasePerson, { personId: idOf(admin), email })).status).toBe(400);
    for (const op of [getPerson, signOutPerson, previewErasure]) {
      for (const personId of ["nobody", idOf(erased)]) expect((await admin.proxy(op, { personId })).status).toBe(404);
    }
    expect((await erase(erased)).status).toBe(404);
    for (const personId of ["nobody", idOf(admin)]) {
      expect((await admin.proxy(getErasure, { personId })).status).toBe(404);
    }
    expect(await find("erased-before")).toEqual([]);
  });

  test("see what an erasure deletes and hands over, confirm it with the address, and get a report", async () => {
    const person = await server.signIn("leaving@uni.edu");
    const heir = await server.signIn("heir@uni.edu");
    const personId = idOf(person);
    for (const id of ["c1", "c2"]) {
      await person.proxy(createConversation, { conversation: createExampleConversation(id) });
    }
    await uploadTestFile(server, person, { name: "a.txt", type: "text/plain", content: "Only here." });
    await person.proxy(saveUserSettings, { settings: {} });
    await createGroup(server.platform, person.actor, { name: "Chair", types: [], members: {} });
    await createService(server.platform, person.actor, { name: "Robot" });
    await createTestKey(server, person);
    const preview = (await admin.proxy(previewErasure, { personId })).result;
    expect(preview).toMatchObject({ email: "leaving@uni.edu", groups: ["Chair"], services: ["Robot"] });
    const counts = Object.fromEntries(preview.deleted.map(({ kind, count }) => [kind, count]));
    expect(counts).toMatchObject({ conversations: 2, files: 1, memberships: 1, sessions: 1, apiKeys: 1 });
    // Seeing it changes nothing.
    expect((await person.proxy(getUserSettings, {})).status).toBe(200);

    expect((await erase(person, { email: "somebody@uni.edu", successorId: idOf(heir) })).body.message).toBe(
      "This is not the email address of the person.",
    );
    expect((await erase(person)).status).toBe(409);
    expect((await open(person)).storage.conversations.count).toBe(2);
    expect((await erase(person, { email: " LEAVING@uni.edu ", successorId: idOf(heir) })).status).toBe(200);
    const getReport = async () => (await admin.proxy(getErasure, { personId })).result;
    await vi.waitFor(async () => expect((await getReport()).endedAt).not.toBeNull(), { timeout: 20_000 });
    const report = await getReport();
    expect(report).toMatchObject({
      erasedBy: "admin (admin@uni.edu)",
      successor: "heir (heir@uni.edu)",
      handedOver: { groups: 1, services: 1 },
    });
    expect(Object.fromEntries(report.deleted.map(({ kind, count }) => [kind, count]))).toEqual(counts);
    expect(report.deleted.filter(({ remaining }) => remaining > 0)).toEqual([]);
    expect((await admin.proxy(listErasures, {})).result.erasures[0]).toMatchObject({ personId });
    expect((await open(heir)).groups).toMatchObject([{ name: "Chair", level: "admin" }]);
    expect(JSON.stringify((await admin.proxy(listErasures, {})).body)).not.toContain("leaving");
  });

  test("get the report of an erasure whose numbers an earlier version has masked", async () => {
    const person = await server.signIn("masked@uni.edu");
    const personId = idOf(person);
    await erase(person);
    const after = { groupIds: [], serviceIds: [], counts: { conversations: 2, apiKeys: "masked" } };
    await transaction(server.platform.db, (tx) =>
      recordAudit(
        tx,
        { actor: null, requestId: null },
        { verb: "erase", objectType: "person", objectIds: [personId], after },
      ),
    );
    const counts = { conversations: 2, apiKeys: "***" };
    expect((await findAudit("erase", person)).map(({ after }) => after)).toContainEqual({ ...after, counts });
    const report = await admin.proxy(getErasure, { personId });
    expect(report.status).toBe(200);
    expect(report.result.deleted).toContainEqual({ kind: "conversations", count: 2, remaining: 0 });
  });

  test("who block and erase the same person at once do so one after the other", async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await server.signIn(`raced${round}@uni.edu`);
      const [erasure, block] = await Promise.all([
        erase(person),
        admin.proxy(blockPerson, { personId: idOf(person) }),
        admin.proxy(signOutPerson, { personId: idOf(person) }),
      ]);
      expect(erasure.status).toBe(200);
      // Before the erasure it succeeds, and after it the person does not exist.
      expect([200, 404]).toContain(block.status);
      expect((await admin.proxy(getErasure, { personId: idOf(person) })).status).toBe(200);
      expect((await admin.proxy(unblockPerson, { personId: idOf(person) })).status).toBe(404);
    }
  });

  test("erase an administrator of the configuration, whose address stays in it", async () => {
    const other = await server.signIn("other-admin@uni.edu");
    const preview = (await admin.proxy(previewErasure, { personId: idOf(other) })).result;
    expect(preview.administratorSource).toBe("environment");
    expect((await erase(other)).status).toBe(200);
    const next = await server.signIn("other-admin@uni.edu");
    expect(idOf(next)).not.toBe(idOf(other));
    expect(next.actor.isAdmin).toBe(true);
  });
});

test("each page of 50,000 people is read through an index, and other tables for its people only", async () => {
  const server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
  const admin = await server.signIn("admin@uni.edu");
  const { db } = server.platform;
  await sql`
    insert into users (id, issuer, subject, email, email_verified, name, is_admin, created_at, last_seen_at)
    select 'p' || n, 'test', 'p' || n, 'p' || n || '@uni.edu', true, 'Person ' || n, false, now(), now() - n * interval '1 second'
    from generate_series(1, 50000) n`.execute(db);
  await sql`analyze users`.execute(db);
  for (const [sort, index] of [
    ["name", "users_by_name"],
    ["email", "users_by_email"],
    ["lastSeen", "users_by_last_seen"],
  ] as const) {
    const first = (await admin.proxy(listPeople, { sort, limit: 50 })).result;
    expect(first.people).toHaveLength(50);
    const queries = vi.spyOn(db.getExecutor(), "executeQuery");
    const second = (await admin.proxy(listPeople, { sort, limit: 50, cursor: first.nextCursor ?? "" })).result;
    const query = queries.mock.calls
      .map(([compiled]) => compiled)
      .find(({ sql: text }) => text.includes("active_sessions"));
    queries.mockRestore();
    expect(second.people.filter(({ id }) => first.people.some((person) => person.id === id))).toEqual([]);
    if (!query) throw new Error("the people were not read");
    const plan = await db.getExecutor().executeQuery<Record<string, string>>({ ...query, sql: `explain ${query.sql}` });
    const text = plan.rows.flatMap((row) => Object.values(row)).join("\n");
    expect(text).toContain(index);
    expect(text).not.toMatch(/Seq Scan on (users|files|conversations|usage)/);
  }
  await server.close();
});

test("searches for people and previews count as several requests", async () => {
  const clock = createManualClock();
  const server = await createTestApp({ clock, environment: { ADMINS: "admin@uni.edu", REQUESTS_PER_MINUTE: "14" } });
  const admin = await server.signIn("admin@uni.edu");
  expect((await admin.proxy(listPeople, {})).status).toBe(200);
  expect((await admin.proxy(previewErasure, { personId: "nobody" })).status).toBe(429);
  expect((await admin.proxy(listPeople, {})).status).toBe(200);
  expect((await admin.proxy(listPeople, {})).status).toBe(429);
  await server.close();
});
