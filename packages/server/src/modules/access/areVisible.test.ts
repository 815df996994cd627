import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { areVisible } from "./areVisible.ts";

let bed: AccessTestbed;
beforeAll(async () => {
  bed = await createAccessTestbed("postgres");
});
afterAll(() => bed.close());

test("objects are visible if each of them exists and is visible, however often it is named", async () => {
  const { db, clock } = bed.platform;
  const [owner, friend] = [await bed.createPerson("owner"), await bed.createPerson("friend")];
  const [shared, secret] = [await bed.createFile(owner.principal.id), await bed.createFile(owner.principal.id)];
  await db
    .insertInto("grants")
    .values({
      object_type: "file",
      object_id: shared,
      principal_id: friend.principal.id,
      role: "read",
      granted_by: owner.principal.id,
      created_at: clock.now(),
    })
    .execute();
  const canRead = (ids: string[]) => areVisible(db, friend, "file", "read", ids);
  expect(await canRead([])).toBe(true);
  expect(await canRead([shared, shared])).toBe(true);
  expect(await canRead([secret])).toBe(false);
  expect(await canRead([shared, secret])).toBe(false);
  expect(await canRead([shared, "unknown"])).toBe(false);
  expect(await areVisible(db, friend, "file", "delete", [shared])).toBe(false);
  expect(await areVisible(db, owner, "file", "delete", [shared, secret])).toBe(true);
});
