import type { Adapter } from "oidc-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createManualClock, type ManualClock } from "../../../testing/manualClock.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../../testing/testDatabase.ts";
import { createRecordAdapter } from "./createRecordAdapter.ts";
import { deleteExpiredRecords } from "./repository.ts";

describe.each(testDatabaseKinds)("records of the embedded provider on %s", (kind) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let adapter: (model: string) => Adapter;

  beforeAll(async () => {
    database = await createTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    clock = createManualClock();
    adapter = createRecordAdapter({ db: database.db, clock });
    await database.db.deleteFrom("oidc_records").execute();
  });

  test("are found by id, uid and user code, in their newest version", async () => {
    const codes = adapter("DeviceCode");
    await codes.upsert("1", { kind: "DeviceCode", uid: "u1", userCode: "c1", scope: "openid" }, 60);
    await codes.upsert("1", { kind: "DeviceCode", uid: "u1", userCode: "c1", scope: "openid email" }, 60);
    const expected = { kind: "DeviceCode", uid: "u1", userCode: "c1", scope: "openid email" };
    expect(await codes.find("1")).toEqual(expected);
    expect(await codes.findByUid("u1")).toEqual(expected);
    expect(await codes.findByUserCode("c1")).toEqual(expected);
    for (const found of [codes.find("2"), codes.findByUid("x"), adapter("Session").find("1")]) {
      expect(await found).toBeUndefined();
    }
  });

  test("are not found after they expire, and are deleted by the clean-up", async () => {
    await adapter("Session").upsert("short", { uid: "u" }, 10);
    await adapter("Session").upsert("long", { uid: "v" }, 100);
    clock.advance(9_999);
    expect(await adapter("Session").find("short")).toEqual({ uid: "u" });
    clock.advance(1);
    expect(await adapter("Session").find("short")).toBeUndefined();
    expect(await adapter("Session").findByUid("u")).toBeUndefined();
    expect(await deleteExpiredRecords(database.db, clock.now())).toBe(1);
    expect(await adapter("Session").find("long")).toEqual({ uid: "v" });
  });

  test("have the time of their consumption in seconds", async () => {
    const codes = adapter("AuthorizationCode");
    await codes.upsert("1", { grantId: "g" }, 60);
    await codes.consume("1");
    expect((await codes.find("1"))?.consumed).toBe(Math.floor(clock.now().getTime() / 1_000));
  });

  test("are destroyed one by one, or all of a grant", async () => {
    const tokens = adapter("AccessToken");
    for (const [id, grantId] of [
      ["1", "g"],
      ["2", "g"],
      ["3", "h"],
    ] as const)
      await tokens.upsert(id, { grantId }, 60);
    await tokens.revokeByGrantId("g");
    expect(await Promise.all(["1", "2", "3"].map((id) => tokens.find(id)))).toEqual([
      undefined,
      undefined,
      { grantId: "h" },
    ]);
    await tokens.destroy("3");
    expect(await tokens.find("3")).toBeUndefined();
  });
});
