import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../platform/clock.ts";
import { createSecretBox } from "../../../platform/secretBox.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../../testing/testDatabase.ts";
import { getEmbeddedSigningKeys } from "./embeddedKeys.ts";

describe.each(testDatabaseKinds)("the embedded provider's keys on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
  });
  afterAll(() => database.close());

  const getKeys = (secret: string) =>
    getEmbeddedSigningKeys({
      db: database.db,
      clock: systemClock,
      log: pino({ level: "silent" }),
      secrets: createSecretBox(secret),
    });

  test("are the same for concurrent first calls and for later ones", async () => {
    const firstResults = await Promise.all(Array.from({ length: 8 }, () => getKeys("one secret of the tests")));
    const laterKeys = await getKeys("one secret of the tests");
    for (const keys of firstResults) expect(keys).toEqual(laterKeys);
    const [row] = await database.db.selectFrom("secrets").selectAll().execute();
    expect(row?.sealed).not.toContain("kty");
  });

  test("are replaced if the server's secret has changed", async () => {
    const keysBefore = await getKeys("one secret of the tests");
    const resultsAfter = await Promise.all(Array.from({ length: 4 }, () => getKeys("another secret of the tests")));
    expect(resultsAfter[0]).not.toEqual(keysBefore);
    for (const keys of resultsAfter) expect(keys).toEqual(resultsAfter[0]);
  });
});
