import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/testDatabase.ts";
import * as repository from "./repository.ts";

const startTime = new Date("2026-11-21T09:00:00Z");
const addMinutes = (minutes: number) => new Date(startTime.getTime() + minutes * 60_000);

describe("session rows", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const identity = { issuer: "i", subject: "s", email: "ada@university.test", emailVerified: true, name: "Ada" };
    await transaction(database.db, (tx) => repository.insertPerson(tx, "ada", identity, startTime, false));
  });
  afterAll(() => database.close());

  async function insertTestSession(id: string) {
    await repository.insertSession(database.db, {
      id,
      userId: "ada",
      createdAt: startTime,
      expiresAt: addMinutes(1_000),
      providerTokens: `tokens of ${id}`,
      providerExpiresAt: addMinutes(60),
    });
  }

  test("of many processes that refresh a session, one acquires the lock, and another one after it expires", async () => {
    await insertTestSession("shared");
    const acquireLock = (now: Date) =>
      repository.acquireRefreshLock(database.db, "shared", now, new Date(now.getTime() + 30_000));
    expect(await acquireLock(addMinutes(59))).toBeNull();
    const results = await Promise.all(Array.from({ length: 10 }, () => acquireLock(addMinutes(60))));
    expect(results.filter((tokens) => tokens !== null)).toEqual(["tokens of shared"]);
    expect(await acquireLock(addMinutes(60.25))).toBeNull();
    expect(await acquireLock(addMinutes(60.5))).toBe("tokens of shared");
  });

  test("a session that has ended cannot be locked and stores no new tokens", async () => {
    await insertTestSession("ended");
    await repository.markSessionEnded(database.db, "ended", addMinutes(1));
    expect(await repository.acquireRefreshLock(database.db, "ended", addMinutes(61), addMinutes(62))).toBeNull();
    await repository.updateProviderTokens(database.db, "ended", "new", addMinutes(120));
    expect(await repository.findSession(database.db, "ended")).toMatchObject({
      provider_tokens: null,
      provider_expires_at: null,
    });
  });

  test("the first reason for a session's end stays, and no tokens are stored", async () => {
    await insertTestSession("signedOut");
    await repository.markSessionEnded(database.db, "signedOut", addMinutes(1));
    await repository.markSessionRejected(database.db, "signedOut", addMinutes(2));
    expect(await repository.findSession(database.db, "signedOut")).toMatchObject({
      ended_at: addMinutes(1),
      provider_expires_at: null,
    });
    await insertTestSession("rejected");
    await repository.markSessionRejected(database.db, "rejected", addMinutes(1));
    await repository.markSessionEnded(database.db, "rejected", addMinutes(2));
    expect(await repository.findSession(database.db, "rejected")).toMatchObject({
      ended_at: addMinutes(1),
      provider_tokens: null,
      provider_expires_at: addMinutes(60),
    });
  });
});
