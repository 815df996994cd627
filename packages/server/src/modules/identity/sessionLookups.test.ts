import { expect, test } from "vitest";
import { createSessionLookups } from "./sessionLookups.ts";

const actor = { userId: "u", email: "e", name: "n", isAdmin: false, sessionId: "s" };
const at = (ms: number) => new Date(ms);

test("a session that was looked up is known for 5 s", () => {
  const lookups = createSessionLookups();
  expect(lookups.find("s", at(0))).toBeUndefined();
  lookups.remember("s", actor, at(0));
  expect(lookups.find("s", at(4_999))).toBe(actor);
  expect(lookups.find("s", at(5_000))).toBeUndefined();
});

test("a session that has ended stays ended, whatever a look-up that began before says", () => {
  const lookups = createSessionLookups();
  lookups.remember("s", null, at(0));
  expect(lookups.remember("s", actor, at(1))).toBeNull();
  expect(lookups.find("s", at(60_000))).toBeNull();
});

test("no more are remembered than there is room for, and the oldest go first", () => {
  const lookups = createSessionLookups(2);
  for (const id of ["a", "b", "c"]) lookups.remember(id, actor, at(0));
  expect(["a", "b", "c"].map((id) => lookups.find(id, at(1)))).toEqual([undefined, actor, actor]);
});
