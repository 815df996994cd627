import type { Adapter } from "oidc-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createManualClock, type ManualClock } from "../../../testing/manualClock.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../../testing/testDatabase.ts";
import { createRecordAdapter } from "./createRecordAdapter.ts";
import { deleteExpiredRecords } from "./repository.ts";

describe.each(testDatabaseKinds)("records of the embedded provider on %s", (kind) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let createAdapter: (model: string) => Adapter;

  beforeAll(async () => {
    database = await createTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    clock = createManualClock();
    createAdapter = createRecordAdapter({ db: database.db, clock });
    await database.db.deleteFrom("oidc_records").execute();
  });

  test("are found by id, uid and user code, in their newest version", async () => {
    const codeAdapter = createAdapter("DeviceCode");
    await codeAdapter.upsert("1", { kind: "DeviceCode", uid: "u1", userCode: "c1", scope: "openid" }, 60);
    await codeAdapter.upsert("1", { kind: "DeviceCode", uid: "u1", userCode: "c1", scope: "openid email" }, 60);
    const expectedRecord = { kind: "DeviceCode", uid: "u1", userCode: "c1", scope: "openid email" };
    expect(await codeAdapter.find("1")).toEqual(expectedRecord);
    expect(await codeAdapter.findByUid("u1")).toEqual(expectedRecord);
    expect(await codeAdapter.findByUserCode("c1")).toEqual(expectedRecord);
    for (const foundRecord of [codeAdapter.find("2"), codeAdapter.findByUid("x"), createAdapter("Session").find("1")]) {
      expect(await foundRecord).toBeUndefined();
    }
  });

  test("are not found after they expire, and are deleted by the clean-up", async () => {
    await createAdapter("Session").upsert("short", { uid: "u" }, 10);
    await createAdapter("Session").upsert("long", { uid: "v" }, 100);
    clock.advance(9_999);
    expect(await createAdapter("Session").find("short")).toEqual({ uid: "u" });
    clock.advance(1);
    expect(await createAdapter("Session").find("short")).toBeUndefined();
    expect(await createAdapter("Session").findByUid("u")).toBeUndefined();
    expect(await deleteExpiredRecords(database.db, clock.now())).toBe(1);
    expect(await createAdapter("Session").find("long")).toEqual({ uid: "v" });
  });

  test("have the time of their consumption in seconds", async () => {
    const codeAdapter = createAdapter("AuthorizationCode");
    await codeAdapter.upsert("1", { grantId: "g" }, 60);
    await codeAdapter.consume("1");
    expect((await codeAdapter.find("1"))?.consumed).toBe(Math.floor(clock.now().getTime() / 1_000));
  });

  test("are destroyed one by one, or all of a grant", async () => {
    const tokenAdapter = createAdapter("AccessToken");
    for (const [id, grantId] of [
      ["1", "g"],
      ["2", "g"],
      ["3", "h"],
    ] as const)
      await tokenAdapter.upsert(id, { grantId }, 60);
    await tokenAdapter.revokeByGrantId("g");
    expect(await Promise.all(["1", "2", "3"].map((id) => tokenAdapter.find(id)))).toEqual([
      undefined,
      undefined,
      { grantId: "h" },
    ]);
    await tokenAdapter.destroy("3");
    expect(await tokenAdapter.find("3")).toBeUndefined();
  });
});
