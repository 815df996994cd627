import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../platform/clock.ts";
import { createSecretBox } from "../../../platform/secretBox.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../../testing/testDatabase.ts";
import { embeddedSigningKeys } from "./embeddedKeys.ts";

describe.each(testDatabaseKinds)("the embedded provider's keys on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
  });
  afterAll(() => database.close());

  const keysOf = (secret: string) =>
    embeddedSigningKeys({
      db: database.db,
      clock: systemClock,
      log: pino({ level: "silent" }),
      secrets: createSecretBox(secret),
    });

  test("are the same for all who ask first at the same time, and afterwards", async () => {
    const first = await Promise.all(Array.from({ length: 8 }, () => keysOf("one secret of the tests")));
    const now = await keysOf("one secret of the tests");
    for (const keys of first) expect(keys).toEqual(now);
    const [row] = await database.db.selectFrom("secrets").selectAll().execute();
    expect(row?.sealed).not.toContain("kty");
  });

  test("are made anew when the server's secret has changed", async () => {
    const before = await keysOf("one secret of the tests");
    const after = await Promise.all(Array.from({ length: 4 }, () => keysOf("another secret of the tests")));
    expect(after[0]).not.toEqual(before);
    for (const keys of after) expect(keys).toEqual(after[0]);
  });
});
