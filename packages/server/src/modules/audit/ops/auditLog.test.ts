import {
  blockPerson,
  exportAuditEntries,
  limits,
  listAuditEntries,
  listAuditKinds,
  unblockPerson,
  updateSiteConfigs,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createGroup } from "../../groups/service.ts";
import { erasePerson } from "../../people/service.ts";
import { hashAuditedEmail, recordAudit } from "../service.ts";

describe("the audit log for administrators", () => {
  let server: TestApp;
  let admin: TestPerson;
  let person: TestPerson;
  let personId: string;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
    admin = await server.signIn("admin@uni.edu");
    person = await server.signIn("person@uni.edu");
    personId = person.actor.principal.id;
  });
  afterAll(() => server.close());

  const list = async (input: object = {}) => (await admin.rest(listAuditEntries, input)).result;
  const record = (verb: string, { objectIds = ["x"], actor = admin as TestPerson | null, after = {} } = {}) =>
    transaction(server.platform.db, (tx) =>
      recordAudit(tx, { actor: actor?.actor ?? null, requestId: "r" }, { verb, objectType: "thing", objectIds, after }),
    );

  test("lists the latest first, and is filtered by who, what, when and about what", async () => {
    await admin.proxy(blockPerson, { personId });
    await admin.proxy(unblockPerson, { personId });
    await record("cleanUp", { actor: null, objectIds: ["old"] });
    const { db } = server.platform;
    const verbs = async (input: object) => (await list(input)).entries.map(({ verb }) => verb);
    expect((await verbs({})).slice(0, 3)).toEqual(["cleanUp", "unblock", "block"]);
    expect(await verbs({ object: personId })).toEqual(["unblock", "block"]);
    expect(await verbs({ object: " PERSON@uni.edu" })).toEqual(["unblock", "block"]);
    expect(await verbs({ verb: "block" })).toEqual(["block"]);
    expect(await verbs({ objectType: "person", actor: admin.actor.principal.id })).toEqual(["unblock", "block"]);
    expect(await verbs({ actor: "Admin@uni.edu", verb: "unblock" })).toEqual(["unblock"]);
    expect(await verbs({ actor: "system", objectType: "thing" })).toEqual(["cleanUp"]);
    expect(await verbs({ actor: personId })).toEqual([]);
    expect(await verbs({ object: "none" })).toEqual([]);
    await sql`
      insert into audit (at, verb, object_type) values ('2020-05-01T00:00:00Z', 'early', 'thing'),
        ('2020-05-02T00:00:00Z', 'late', 'thing')`.execute(db);
    const from = "2020-05-01T00:00:00.000Z";
    expect(await verbs({ from, until: "2020-05-02T00:00:00.000Z" })).toEqual(["early"]);
    expect(await verbs({ from, until: "2020-05-03T00:00:00.000Z" })).toEqual(["late", "early"]);
    for (const input of [
      { from: "yesterday" },
      { limit: limits.auditEntriesPerPage + 1 },
      { actor: "x".repeat(401) },
    ]) {
      expect((await admin.rest(listAuditEntries, input)).status).toBe(400);
    }
  });

  test("an address that was invited is found by itself, although the log does not contain it", async () => {
    const hash = hashAuditedEmail(server.platform, "invited@uni.edu");
    await record("invite", { objectIds: [hash] });
    expect((await list({ object: "Invited@uni.edu" })).entries).toMatchObject([{ verb: "invite", objectIds: [hash] }]);
  });

  test("names people, groups and services as they are now, erased people and assistants of people not", async () => {
    const group = await createGroup(server.platform, person.actor, { name: "Chemistry", types: [], members: {} });
    expect((await list({ object: group.wireId })).entries).toMatchObject([{ verb: "create", objectType: "group" }]);
    const gone = await server.signIn("gone@uni.edu");
    const goneId = gone.actor.principal.id;
    await record("mention", { objectIds: [group.id, goneId], after: { administrator: personId } });
    await erasePerson(server.platform, admin.actor, goneId);
    const now = new Date();
    const row = { version: 1, is_published: true, created_at: now, updated_at: now };
    await server.platform.db
      .insertInto("assistants")
      .values([
        { ...row, id: "astp/private", owner_id: personId, name: "My diary" },
        { ...row, id: "astgp/shared", owner_id: group.id, name: "Lab helper" },
      ])
      .execute();
    await record("mentionAssistants", { objectIds: ["astp/private", "astgp/shared"] });
    expect((await list({ verb: "mention" })).names).toEqual({
      [admin.actor.principal.id]: { kind: "person", name: "admin (admin@uni.edu)" },
      [personId]: { kind: "person", name: "person (person@uni.edu)" },
      [group.id]: { kind: "group", name: "Chemistry" },
      [goneId]: { kind: "erasedPerson", name: "" },
    });
    expect((await list({ verb: "mentionAssistants" })).names).toMatchObject({
      "astgp/shared": { kind: "assistant", name: "Lab helper" },
    });
    expect(JSON.stringify(await list({}))).not.toContain("My diary");
  });

  test("pages neither repeat nor skip entries while others are added, also within one microsecond", async () => {
    await sql`
      insert into audit (at, verb, object_type)
      select '2021-01-01T00:00:00.000001Z', 'v' || n, 'paged' from generate_series(1, 25) n`.execute(
      server.platform.db,
    );
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ objectType: "paged", limit: 10, ...(cursor !== null && { cursor }) });
      found.push(...page.entries.map(({ verb }) => verb));
      cursor = page.nextCursor;
      await sql`insert into audit (verb, object_type) values ('new', 'paged')`.execute(server.platform.db);
    } while (cursor !== null);
    expect(found).toEqual(Array.from({ length: 25 }, (_, index) => `v${25 - index}`));
    const encode = (position: readonly string[]) => Buffer.from(JSON.stringify(position)).toString("base64url");
    const badPositions = [
      ["2021-01-01T00:00:00.000Z", "x"],
      ["0000-01-01T00:00:00.000Z", "1"],
    ];
    for (const bad of ["x", "WyIiLCIiXQ", ...badPositions.map(encode)]) {
      expect((await admin.rest(listAuditEntries, { cursor: bad })).status).toBe(400);
    }
    expect((await admin.rest(listAuditEntries, { from: "0000-01-01T00:00:00Z" })).status).toBe(400);
    const always = { from: "0001-01-01T00:00:00Z", until: "9999-12-31T23:59:59Z" };
    expect((await admin.rest(listAuditEntries, always)).status).toBe(200);
  });

  test("what was changed is shown before and after, with masked secrets", async () => {
    const save = (period: "Daily" | "Monthly") =>
      admin.proxy(updateSiteConfigs, { configurations: [{ type: "rateLimit", data: { period, rate: 5 } }] });
    await save("Daily");
    await save("Monthly");
    const [entry] = (await list({ object: "rateLimit" })).entries;
    expect(entry).toMatchObject({ before: { period: "Daily", rate: 5 }, after: { period: "Monthly", rate: 5 } });
    await record("connect", { after: { apiKey: "sk-1", url: "https://a.example" } });
    expect((await list({ verb: "connect" })).entries).toMatchObject([
      { after: { apiKey: "***", url: "https://a.example" } },
    ]);
  });

  test("each page of an export is in the log itself, without the address that was searched for", async () => {
    const input = { objectType: "thing", object: "person@uni.edu", limit: 5 };
    const { status, result } = await admin.rest(exportAuditEntries, input);
    expect(status).toBe(200);
    expect((await list({ objectType: "auditLog" })).entries).toEqual([
      expect.objectContaining({
        actorId: admin.actor.principal.id,
        verb: "export",
        after: { count: result.entries.length, objectType: "thing" },
      }),
    ]);
    const other = await server.signIn("other@uni.edu");
    expect((await other.rest(exportAuditEntries, {})).status).toBe(403);
    expect((await list({ objectType: "auditLog" })).entries).toHaveLength(1);
  });

  test("lists each verb and type of objects once", async () => {
    const { verbs, objectTypes } = (await admin.rest(listAuditKinds, {})).result;
    expect(verbs).toEqual(expect.arrayContaining(["block", "cleanUp", "unblock"]));
    expect(new Set(verbs).size).toBe(verbs.length);
    expect(objectTypes).toEqual(expect.arrayContaining(["group", "person", "thing"]));
  });

  test("a page of a long log is read through an index, whatever is filtered", async () => {
    const { db } = server.platform;
    await sql`
      insert into audit (at, actor_id, verb, object_type, object_ids)
      select '2022-01-01'::timestamptz + n * interval '1 second', 'actor' || n % 500, 'verb' || n % 20, 'type' || n % 20,
        jsonb_build_array('object' || n)
      from generate_series(1, 50000) n`.execute(db);
    await sql`analyze audit`.execute(db);
    for (const input of [
      {},
      { actor: "actor7" },
      { verb: "verb3" },
      { objectType: "type3" },
      { object: "object77" },
      { from: "2022-01-01T05:00:00.000Z", until: "2022-01-01T06:00:00.000Z" },
    ]) {
      const queries = vi.spyOn(db.getExecutor(), "executeQuery");
      await list(input);
      const query = queries.mock.calls.map(([compiled]) => compiled).find(({ sql: text }) => /from audit\b/.test(text));
      queries.mockRestore();
      if (!query) throw new Error("the log was not read");
      const plan = await db
        .getExecutor()
        .executeQuery<Record<string, string>>({ ...query, sql: `explain ${query.sql}` });
      const text = plan.rows.flatMap((row) => Object.values(row)).join("\n");
      expect(text, JSON.stringify(input)).not.toContain("Seq Scan on audit");
    }
  });
});
