import { expect, test } from "vitest";
import { withLocks } from "./runBulk.ts";

/** Locks that several tabs share. A tab's request for a lock arrives late if `isLate` says so. */
function createLocks() {
  const ends = new Map<string, Promise<void>>();
  return (isLate: (id: string) => boolean) => async (id: string, callback: () => Promise<void>) => {
    if (isLate(id)) await new Promise((resolve) => setImmediate(resolve));
    const earlier = ends.get(id);
    const end = Promise.withResolvers<void>();
    ends.set(id, end.promise);
    await earlier;
    await callback().finally(end.resolve);
  };
}

test("two tabs that change the same conversations wait for each other, however their requests overtake each other", async () => {
  const createLock = createLocks();
  const events: string[] = [];
  const change = (tab: string, ids: string[], lateId: string) =>
    withLocks(
      ids,
      createLock((id) => id === lateId),
      async (lockedIds) => {
        events.push(`${tab} begins with ${lockedIds.join(" and ")}`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${tab} ends`);
      },
    );
  await Promise.all([change("one", ["a", "b"], "b"), change("other", ["b", "a"], "a")]);
  expect(events).toEqual(["one begins with a and b", "one ends", "other begins with b and a", "other ends"]);
});

test("a conversation whose lock cannot be had is left out, with the reason", async () => {
  const refused = new Error("An answer is being written.");
  const createLock = createLocks();
  const lock = createLock(() => false);
  const result = await withLocks(
    ["a", "b", "c"],
    (id, callback) => (id === "b" ? Promise.reject(refused) : lock(id, callback)),
    async (lockedIds, failures) => ({ lockedIds, failures: [...failures] }),
  );
  expect(result).toEqual({ lockedIds: ["a", "c"], failures: [["b", refused]] });
});
