import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../testing/testDatabase.ts";
import * as rows from "./repository.ts";

const start = new Date("2026-11-21T09:00:00Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe.each(testDatabaseKinds)("session rows on %s", (kind) => {
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

  test("of many processes that refresh a session, one acquires the lock, and another one after it expires", async () => {
    await insert("shared");
    const acquire = (now: Date) =>
      rows.acquireRefreshLock(database.db, "shared", now, new Date(now.getTime() + 30_000));
    expect(await acquire(later(59))).toBeNull();
    const results = await Promise.all(Array.from({ length: 10 }, () => acquire(later(60))));
    expect(results.filter((tokens) => tokens !== null)).toEqual(["tokens of shared"]);
    expect(await acquire(later(60.25))).toBeNull();
    expect(await acquire(later(60.5))).toBe("tokens of shared");
  });

  test("a session that has ended cannot be locked and stores no new tokens", async () => {
    await insert("ended");
    await rows.markSessionEnded(database.db, "ended", later(1));
    expect(await rows.acquireRefreshLock(database.db, "ended", later(61), later(62))).toBeNull();
    await rows.updateProviderTokens(database.db, "ended", "new", later(120));
    expect(await rows.findSession(database.db, "ended")).toMatchObject({
      provider_tokens: null,
      provider_expires_at: null,
    });
  });

  test("the first reason for a session's end stays, and no tokens are stored", async () => {
    await insert("signedOut");
    await rows.markSessionEnded(database.db, "signedOut", later(1));
    await rows.markSessionRejected(database.db, "signedOut", later(2));
    expect(await rows.findSession(database.db, "signedOut")).toMatchObject({
      ended_at: later(1),
      provider_expires_at: null,
    });
    await insert("rejected");
    await rows.markSessionRejected(database.db, "rejected", later(1));
    await rows.markSessionEnded(database.db, "rejected", later(2));
    expect(await rows.findSession(database.db, "rejected")).toMatchObject({
      ended_at: later(1),
      provider_tokens: null,
      provider_expires_at: later(60),
    });
  });
});
