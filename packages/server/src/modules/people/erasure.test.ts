import { readdir } from "node:fs/promises";
import { beginUpload, convertConversations } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Platform } from "../../core/context.ts";
import { modules } from "../../modules.ts";
import { getBlobFolder } from "../../platform/blobStore/createBlobStore.ts";
import type { Schema } from "../../platform/db/schema.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock, type ManualClock } from "../../testing/manualClock.ts";
import { readStream, startChatServer } from "../../testing/startChatServer.ts";

import { createScriptedConverter } from "../export/testing/scriptedConverter.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";
import { deletePersonalData } from "./erasureJob.ts";
import { erasePerson } from "./service.ts";
import { tableErasure } from "./tableErasure.ts";
import { fillAccount } from "./testing/fillAccount.ts";

const tables = Object.keys(tableErasure) as (keyof Schema)[];
const environment = { ADMINS: "admin@uni.edu" };
/** A table that only a start with pgvector creates. */
const optionalTables = ["chunk_vectors"];

const servers: TestApp[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function startServer(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const server = await createTestApp({ environment, documents: createScriptedReader(), ...options });
  servers.push(server);
  return server;
}

/** Returns a platform whose jobs are not queued, as if the process had died right after the account was emptied. */
const withoutJobs = (platform: Platform): Platform => ({
  ...platform,
  jobs: { ...platform.jobs, send: () => Promise.reject(new Error("the process has died")) },
});

/** Counts the rows of each table that contain one of these texts anywhere. */
async function countRowsWith({ platform }: TestApp, texts: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables.filter((name) => !optionalTables.includes(name))) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} as t
      where exists (select from unnest(${[...texts]}::text[]) as x (y) where position(x.y in to_jsonb(t)::text) > 0)
    `.execute(platform.db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

async function listBlobs({ platform }: TestApp): Promise<string[]> {
  const entries = await readdir(getBlobFolder(platform.config.dataDir), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const findRow = ({ platform }: TestApp, id: string) =>
  platform.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("erasing a person", () => {
  let server: TestApp;
  let admin: TestPerson;
  let other: TestPerson;
  let otherTexts: string[];
  let count = 0;

  beforeAll(async () => {
    server = await startServer();
    admin = await server.signIn("admin@uni.edu");
    other = await server.signIn("other@uni.edu");
    await fillAccount(server, other, "belongs-to-other");
    otherTexts = [other.actor.principal.id, "belongs-to-other", "Everybody has this."];
  });

  /** Signs in a person and fills the account. `texts` are the person's id and what only the person's rows contain. */
  async function createPerson() {
    const name = `person-${++count}`;
    const person = await server.signIn(`${name}@uni.edu`);
    const { id } = person.actor.principal;
    // The records of the embedded provider belong to people who signed in with it.
    await server.platform.db
      .updateTable("users")
      .set({ issuer: "urn:lectern:embedded" })
      .where("id", "=", id)
      .execute();
    await fillAccount(server, person, `belongs-to-${name}`);
    const now = new Date();
    const grant = { object_type: "file", role: "read" as const, created_at: now };
    const otherId = other.actor.principal.id;
    const { document_id } = await server.platform.db
      .selectFrom("files")
      .select("document_id")
      .where("name", "=", `belongs-to-${name}.txt`)
      .executeTakeFirstOrThrow();
    await server.platform.db
      .insertInto("grants")
      .values([
        { ...grant, object_id: `to-${name}`, principal_id: id, granted_by: otherId },
        { ...grant, object_id: `by-${name}`, principal_id: otherId, granted_by: id },
        { ...grant, object_id: `at-${name}`, email: `${name}@uni.edu`, granted_by: otherId, expires_at: now },
      ])
      .execute();
    return { id, name, texts: [id, name, document_id ?? "no document"] };
  }

  test("does to the rows of every table what the table of decisions says, and to no row of others", async () => {
    const { id, name, texts } = await createPerson();
    const { db } = server.platform;
    await db
      .insertInto("principals")
      .values([
        { id: `g-${name}`, kind: "group" },
        { id: `s-${name}`, kind: "service" },
      ])
      .execute();
    const created = { created_by: id, created_at: new Date() };
    await db
      .insertInto("groups")
      .values({ id: `g-${name}`, wire_id: `g-${name}`, name: "G", ...created })
      .execute();
    await db
      .insertInto("group_members")
      .values({ group_id: `g-${name}`, principal_id: id, level: "write", created_at: new Date() })
      .execute();
    await db
      .insertInto("directory_groups")
      .values({ id: `d-${name}`, name: `d-${name}`, ...created })
      .execute();
    await db
      .insertInto("directory_group_members")
      .values({ directory_group_id: `d-${name}`, email: `${name}@uni.edu` })
      .execute();
    await db
      .insertInto("services")
      .values({ id: `s-${name}`, wire_id: `s-${name}`, name: "S", owner_id: id, created_at: new Date() })
      .execute();
    const before = await countRowsWith(server, texts);
    const othersBefore = await countRowsWith(server, otherTexts);
    for (const table of tables.filter((key) => tableErasure[key] === "delete" && !optionalTables.includes(key))) {
      expect(before[table], `the person has rows in ${table}`).toBeGreaterThan(0);
    }
    const blobsBefore = await listBlobs(server);

    const platform = withoutJobs(server.platform);
    await erasePerson(platform, admin.actor, id, { successorId: other.actor.principal.id });
    expect(await deletePersonalData(platform, id)).toBe(true);

    const after = await countRowsWith(server, texts);
    for (const table of Object.keys(before)) {
      const decision = tableErasure[table as keyof Schema]; // the counts have the same names
      if (decision === "delete" || decision === "none") expect(after[table], table).toBe(0);
      else if (table === "audit") expect(after[table]).toBe((before[table] ?? 0) + 1);
      else expect(after[table], table).toBe(before[table]);
    }
    const { owner_id } = await db
      .selectFrom("services")
      .select("owner_id")
      .where("id", "=", `s-${name}`)
      .executeTakeFirstOrThrow();
    expect(owner_id).toBe(other.actor.principal.id);
    expect(await findRow(server, id)).toMatchObject({
      issuer: "erased",
      subject: id,
      email: "",
      email_verified: false,
      name: "",
      is_admin: false,
      erased_at: expect.any(Date),
      erasure_ended_at: expect.any(Date),
    });
    // The service, and the grants that the person gave to the other or got from them, mention both.
    const othersAfter = await countRowsWith(server, otherTexts);
    expect(othersAfter).toEqual({
      ...othersBefore,
      services: (othersBefore.services ?? 0) + 1,
      grants: (othersBefore.grants ?? 0) - 3,
      audit: (othersBefore.audit ?? 0) + 1,
    });
    // The originals of two files, the content of the document that nobody else has, the converted document, and a
    // generated file.
    expect(await listBlobs(server)).toHaveLength(blobsBefore.length - 5);
  });

  test("every table that refers to principals or people has a decision about their rows", async () => {
    const { rows } = await sql<{ name: keyof Schema }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid in ('principals'::regclass, 'users'::regclass)`.execute(server.platform.db);
    expect(rows.length).toBeGreaterThan(10);
    for (const { name } of rows) expect(tableErasure[name], name).not.toBe("none");
  });

  test("continues after a crash at any step, and a periodic task finishes it", { timeout: 180_000 }, async () => {
    const { platform } = server;
    for (let failingStep = 0; failingStep <= platform.personErasers.length; failingStep += 1) {
      const { id, texts } = await createPerson();
      let removals = 0;
      const dying: Platform = {
        ...withoutJobs(platform),
        personErasers: platform.personErasers.map((erase, step) => (target, personId) => {
          if (step === failingStep) throw new Error("the process has died");
          return erase(target, personId);
        }),
        blobs: {
          ...platform.blobs,
          remove: (keys) => {
            // In the last round, the process dies in the middle of a portion of files.
            if (failingStep === platform.personErasers.length && ++removals > 30)
              throw new Error("the process has died");
            return platform.blobs.remove(keys);
          },
        },
      };
      await erasePerson(dying, admin.actor, id);
      await expect(deletePersonalData(dying, id)).rejects.toThrow("the process has died");
      expect(await findRow(server, id)).toMatchObject({ email: "", erasure_ended_at: null });
      await platform.jobs.start();
      const tasks = (await modules.find(({ name }) => name === "people")?.start?.(platform)) ?? [];
      await vi.waitFor(async () => expect((await findRow(server, id)).erasure_ended_at).not.toBeNull(), {
        timeout: 30_000,
      });
      await Promise.all(tasks.map((task) => task.stop()));
      const after = await countRowsWith(server, texts);
      const left = tables.filter((table) => tableErasure[table] === "delete" && (after[table] ?? 0) > 0);
      expect(left, `a crash at step ${failingStep}`).toEqual([]);
      expect(await deletePersonalData(platform, id)).toBe(true);
    }
  });

  test("starts at once, without the periodic task", async () => {
    const { id } = await createPerson();
    await erasePerson(server.platform, admin.actor, id);
    await vi.waitFor(async () => expect((await findRow(server, id)).erasure_ended_at).not.toBeNull(), {
      timeout: 30_000,
    });
  });

  test("frees the subject: the person can come back as somebody new", async () => {
    const before = await server.signIn("comeback@uni.edu");
    await erasePerson(server.platform, admin.actor, before.actor.principal.id);
    const after = await server.signIn("comeback@uni.edu");
    expect(after.actor.principal.id).not.toBe(before.actor.principal.id);
    expect(after.actor.verifiedEmail).toBe("comeback@uni.edu");
    await expect(erasePerson(server.platform, admin.actor, before.actor.principal.id)).rejects.toMatchObject({
      code: "notFound",
    });
  });

  test("is final: the database rejects new rows of the person in every table", async () => {
    const person = await server.signIn("final@uni.edu");
    const { id } = person.actor.principal;
    await erasePerson(server.platform, admin.actor, id);
    const { db } = server.platform;
    const { rows } = await sql<{ table: keyof Schema; column: string }>`
      select conrelid::regclass::text as table, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid in ('principals'::regclass, 'users'::regclass)`.execute(db);
    const columns = rows.filter(
      ({ table, column }) => ["delete", "handOver"].includes(tableErasure[table]) && column !== "id",
    );
    expect(columns.length).toBeGreaterThan(10);
    for (const { table, column } of columns) {
      // The trigger runs before the other columns are checked.
      const insertion = sql`insert into ${sql.table(table)} (${sql.ref(column)}) values (${id})`.execute(db);
      await expect(insertion, `${table}.${column}`).rejects.toMatchObject({ code: "23503" });
    }
  });
});

describe("work in progress while its person is erased", () => {
  let server: TestApp;
  let admin: TestPerson;
  let person: TestPerson;
  let clock: ManualClock;
  let conversionGate: PromiseWithResolvers<void>;

  beforeAll(async () => {
    clock = createManualClock();
    const converter = createScriptedConverter(() => conversionGate.promise);
    server = await startServer({ clock, converter });
    admin = await server.signIn("admin@uni.edu");
  });
  afterEach(() => conversionGate?.resolve());

  async function erase(platform: Platform = server.platform): Promise<boolean> {
    await erasePerson(withoutJobs(platform), admin.actor, person.actor.principal.id);
    return deletePersonalData(platform, person.actor.principal.id);
  }
  const countOwn = async () => {
    const counts = await countRowsWith(server, [person.actor.principal.id]);
    return Object.fromEntries(
      Object.entries(counts).filter(([table, n]) => n > 0 && tableErasure[table as keyof Schema] === "delete"),
    );
  };

  test("a transaction that has inserted a row is waited for, and its row is deleted", async () => {
    person = await server.signIn("inserting@uni.edu");
    const { id } = person.actor.principal;
    const { db } = server.platform;
    const inserted = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const insertion = transaction(db, async (tx) => {
      const now = clock.now();
      await tx
        .insertInto("conversations")
        .values({
          owner_id: id,
          id: "c",
          name: "",
          tags: "[]",
          extra: "{}",
          revision: 1,
          created_at: now,
          updated_at: now,
        })
        .execute();
      inserted.resolve();
      await mayCommit.promise;
    });
    await inserted.promise;
    const erasure = erase();
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and query ilike '%advisory%' and datname = current_database()`.execute(db);
      expect(rows).toHaveLength(1);
    });
    mayCommit.resolve();
    await insertion;
    expect(await erasure).toBe(true);
    expect(await countOwn()).toEqual({});
  });

  test("an upload in progress fails, and its bytes are removed", async () => {
    person = await server.signIn("uploading@uni.edu");
    const { result } = await person.proxy(beginUpload, { name: "a.txt", type: "text/plain" });
    const mayContinue = Promise.withResolvers<void>();
    const hasStarted = Promise.withResolvers<void>();
    const { blobs } = server.platform;
    const write = vi.spyOn(blobs, "write").mockImplementationOnce(async (key, body, options) => {
      hasStarted.resolve();
      await mayContinue.promise;
      return blobs.write(key, body, options);
    });
    const url = { method: "PUT", url: result.url, headers: { "content-type": "text/plain" }, payload: "text" } as const;
    const reply = server.app.inject(url);
    await hasStarted.promise;
    expect(await erase()).toBe(true);
    mayContinue.resolve();
    expect((await reply).statusCode).toBeGreaterThanOrEqual(400);
    write.mockRestore();
    expect(await countOwn()).toEqual({});
    expect(await listBlobs(server)).toEqual([]);
  });

  test("a file that a browser may still upload to the store is deleted once its URL has expired", async () => {
    person = await server.signIn("direct@uni.edu");
    await person.proxy(beginUpload, { name: "a.txt", type: "text/plain", size: 4 });
    const platform = { ...server.platform, blobs: { ...server.platform.blobs, origins: ["https://bucket.test"] } };
    const { id } = person.actor.principal;
    expect(await erase(platform)).toBe(false);
    expect(await countOwn()).toEqual({ files: 1 });
    // Otherwise the periodic task would not resume it.
    expect(await findRow(server, id)).toMatchObject({ erasure_ended_at: null });
    clock.advance(3_600_001);
    expect(await deletePersonalData(platform, id)).toBe(true);
    expect(await findRow(server, id)).toMatchObject({ erasure_ended_at: expect.any(Date) });
    expect(await countOwn()).toEqual({});
  });

  test("a conversion that was requested or is running ends, and then its row and its blobs are deleted", async () => {
    conversionGate = Promise.withResolvers();
    person = await server.signIn("converting@uni.edu");
    const history = [{ name: "n", messages: [{ role: "assistant" as const, content: "c" }] }];
    const reply = await person.proxy(convertConversations, { content: { history } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const findStates = async () => {
      const rows = await server.platform.db.selectFrom("conversions").select("state").execute();
      return rows.map(({ state }) => state);
    };
    await vi.waitFor(async () => expect(await findStates()).toEqual(["converting"]), { timeout: 20_000 });
    expect(await erase()).toBe(false);
    expect(await findStates()).toEqual(["converting"]);
    conversionGate.resolve();
    await vi.waitFor(async () => expect(await findStates()).toEqual(["ready"]), { timeout: 20_000 });
    expect(await deletePersonalData(server.platform, person.actor.principal.id)).toBe(true);
    expect(await findStates()).toEqual([]);
    expect(await listBlobs(server)).toEqual([]);
  });
});

test("a running answer is stopped when its person is erased, and its last save writes nothing", async () => {
  const server = await startChatServer({ environment });
  servers.push(server);
  const admin = await server.signIn("admin@uni.edu");
  const { id } = server.ann.actor.principal;
  const response = await server.post({
    ...server.ask("[[tokens:50]] [[hang:10]]"),
    messages: [{ id: "q", role: "user", content: "[[tokens:50]] [[hang:10]]" }],
    options: { requestId: "r", conversationId: "c", storage: "cloud", parentId: null, replyId: "a" },
  });
  await vi.waitFor(async () => expect(await countRowsWith(server, [id])).toMatchObject({ messages: 2 }));
  const platform = withoutJobs(server.platform);
  await erasePerson(platform, admin.actor, id);
  expect(await deletePersonalData(platform, id)).toBe(false);
  expect((await readStream(response)).answer.end?.end).toBe("stopped");
  await server.settled();
  expect(await deletePersonalData(platform, id)).toBe(true);
  // The model is not called for a title either.
  expect(await countRowsWith(server, [id])).toMatchObject({ conversations: 0, messages: 0, sessions: 0, usage: 1 });
  expect(server.models.chats()).toHaveLength(1);
});
