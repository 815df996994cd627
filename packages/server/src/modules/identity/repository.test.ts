import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../testing/testDatabase.ts";
import * as rows from "./repository.ts";

const start = new Date("2026-11-21T09:00:00Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe.each(testDatabaseKinds)("rows of sessions on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    const identity = { issuer: "i", subject: "s", email: "ada@university.test", emailVerified: true, name: "Ada" };
    await transaction(database.db, (tx) => rows.insertPerson(tx, "ada", identity, start, false));
  });
  afterAll(() => database.close());

  async function insert(id: string) {
    await rows.insertSession(database.db, {
      id,
      userId: "ada",
      createdAt: start,
      expiresAt: later(1_000),
      providerTokens: `tokens of ${id}`,
      providerExpiresAt: later(60),
    });
  }

  test("of many processes that want to refresh a session, one gets the turn, and the next one when its time is over", async () => {
    await insert("shared");
    const turn = (now: Date) => rows.takeRefreshTurn(database.db, "shared", now, new Date(now.getTime() + 30_000));
    expect(await turn(later(59))).toBeNull();
    const turns = await Promise.all(Array.from({ length: 10 }, () => turn(later(60))));
    expect(turns.filter((tokens) => tokens !== null)).toEqual(["tokens of shared"]);
    expect(await turn(later(60.25))).toBeNull();
    expect(await turn(later(60.5))).toBe("tokens of shared");
  });

  test("a session that has ended takes no turn and no new tokens", async () => {
    await insert("ended");
    await rows.endSessionRow(database.db, "ended", later(1));
    expect(await rows.takeRefreshTurn(database.db, "ended", later(61), later(62))).toBeNull();
    await rows.updateProviderTokens(database.db, "ended", "new", later(120));
    expect(await rows.findSession(database.db, "ended")).toMatchObject({
      provider_tokens: null,
      provider_expires_at: null,
    });
  });

  test("a session stays as it ended first, and keeps no tokens", async () => {
    await insert("left");
    await rows.endSessionRow(database.db, "left", later(1));
    await rows.refuseSessionRow(database.db, "left", later(2));
    expect(await rows.findSession(database.db, "left")).toMatchObject({
      ended_at: later(1),
      provider_expires_at: null,
    });
    await insert("refused");
    await rows.refuseSessionRow(database.db, "refused", later(1));
    await rows.endSessionRow(database.db, "refused", later(2));
    expect(await rows.findSession(database.db, "refused")).toMatchObject({
      ended_at: later(1),
      provider_tokens: null,
      provider_expires_at: later(60),
    });
  });
});
