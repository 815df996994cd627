import { expect, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "./testDatabase.ts";

test.each(testDatabaseKinds)("each test database on %s is migrated, empty, and its own", async (kind) => {
  const one = await createTestDatabase(kind);
  const other = await createTestDatabase(kind);
  const now = new Date();
  await one.db.insertInto("secrets").values({ name: "a", sealed: "b", created_at: now }).execute();
  expect(await one.db.selectFrom("secrets").selectAll().execute()).toEqual([
    { name: "a", sealed: "b", created_at: now },
  ]);
  expect(await other.db.selectFrom("secrets").selectAll().execute()).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});
