import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { areVisible } from "./areVisible.ts";
import { isVerbAllowed } from "./objectPolicy.ts";

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
  const ask = async (actor: Actor, ids: string[], verb: "read" | "delete" = "read") =>
    (await areVisible(db, "file", verb, [{ actor, ids }]))[0];
  expect(await ask(friend, [])).toBe(true);
  expect(await ask(friend, [shared, shared])).toBe(true);
  expect(await ask(friend, [secret])).toBe(false);
  expect(await ask(friend, [shared, secret])).toBe(false);
  expect(await ask(friend, [shared, "unknown"])).toBe(false);
  expect(await ask(friend, [shared], "delete")).toBe(false);
  expect(await ask(owner, [shared, secret], "delete")).toBe(true);
  const unverified = { ...friend, verifiedEmail: null };
  const questions = [
    { actor: friend, ids: [secret] },
    { actor: owner, ids: [secret] },
    { actor: unverified, ids: [shared] },
  ];
  expect(await areVisible(db, "file", "read", questions)).toEqual([false, true, true]);
  expect(await areVisible(db, "file", "read", [])).toEqual([]);
});

test("the files of a group are visible by the level of each actor in it", async () => {
  const { db, clock } = bed.platform;
  const [writer, reader] = [await bed.createPerson("writer"), await bed.createPerson("reader")];
  const siteAdmin = await bed.createPerson("site-admin", { isAdmin: true });
  const listed = await bed.createPerson("listed");
  await db.insertInto("principals").values({ id: "g", kind: "group" }).execute();
  const group = { id: "g", wire_id: "G_1", name: "G", is_built_in: true, created_at: clock.now() };
  await db.insertInto("groups").values(group).execute();
  for (const [actor, level] of [
    [writer, "write"],
    [reader, "read"],
  ] as const) {
    const member = { group_id: "g", principal_id: actor.principal.id, level, created_at: clock.now() };
    await db.insertInto("group_members").values(member).execute();
  }
  const file = await bed.createFile("g");
  const questions = [writer, reader, siteAdmin, listed].map((actor) => ({ actor, ids: [file] }));
  expect(await areVisible(db, "file", "read", questions)).toEqual([true, false, true, false]);
});

test("each type has its own verbs", () => {
  expect(isVerbAllowed("write", "file", "tag")).toBe(true);
  expect(isVerbAllowed("read", "file", "tag")).toBe(false);
  // @ts-expect-error: assistants have no tags
  expect(() => isVerbAllowed("admin", "assistant", "tag")).toThrow("assistant has no verb tag");
});
