import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestActor } from "../../testing/createTestActor.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/testDatabase.ts";
import { recordAudit } from "./service.ts";

describe("the audit log", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  const listEntries = () => database.db.selectFrom("audit").selectAll().orderBy("id").execute();

  test("an entry says who changed what, and when, without secrets", async () => {
    const source = { actor: createTestActor("ada"), requestId: "r1" };
    await transaction(database.db, async (tx) => {
      await recordAudit(tx, source, {
        verb: "changeKey",
        objectType: "endpoint",
        objectIds: ["e1", "e2"],
        before: { url: "https://a.example", apiKey: "sk-old", nested: [{ password: "p", limit: 3 }] },
        after: { url: "https://b.example", apiKey: null },
      });
    });
    expect(await listEntries()).toEqual([
      {
        id: 1,
        at: expect.any(Date),
        actor_id: "ada",
        credential_id: "ada",
        verb: "changeKey",
        object_type: "endpoint",
        object_ids: ["e1", "e2"],
        before: { url: "https://a.example", apiKey: "***", nested: [{ password: "***", limit: 3 }] },
        after: { url: "https://b.example", apiKey: null },
        request_id: "r1",
      },
    ]);
  });

  test("numbers, dates and what is on or off are recorded, even if their names are like those of secrets", async () => {
    const replacedAt = "2026-11-30T08:00:00.000Z";
    const after = { inputTokenCost: 0.5, counts: { apiKeys: 2 }, hasApiKey: true, apiToken: new Date(replacedAt) };
    await transaction(database.db, (tx) =>
      recordAudit(tx, { actor: null, requestId: null }, { verb: "x", objectType: "y", objectIds: [], after }),
    );
    const [entry] = (await listEntries()).slice(-1);
    expect(entry?.after).toEqual({ ...after, apiToken: replacedAt });
  });

  test("an entry disappears with the change that is rolled back", async () => {
    const countBefore = (await listEntries()).length;
    const failingChange = transaction(database.db, async (tx) => {
      await recordAudit(tx, { actor: null, requestId: null }, { verb: "x", objectType: "y", objectIds: [] });
      throw new Error("failed");
    });
    await expect(failingChange).rejects.toThrow("failed");
    expect(await listEntries()).toHaveLength(countBefore);
  });

  test("entries can be neither changed nor deleted", async () => {
    const entriesBefore = await listEntries();
    for (const statement of ["update audit set verb = 'z'", "delete from audit", "truncate audit"]) {
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow("cannot be changed or deleted");
    }
    expect(await listEntries()).toEqual(entriesBefore);
  });
});
