import { expect, test } from "vitest";
import { loadOnce } from "./loadOnce.ts";

test("a file is loaded once, also while it is being loaded, and again only after a failure", async () => {
  const loads: PromiseWithResolvers<ArrayBuffer | null>[] = [];
  const load = loadOnce(() => {
    const pending = Promise.withResolvers<ArrayBuffer | null>();
    loads.push(pending);
    return pending.promise;
  });
  const bytes = new ArrayBuffer(1);
  const failed = load("a.whl");
  expect(await load("a.whl")).toBe(null);
  loads[0]?.resolve(null);
  expect(await failed).toBe(null);
  const loaded = load("a.whl");
  expect(await load("a.whl")).toBe(null);
  loads[1]?.resolve(bytes);
  expect(await loaded).toBe(bytes);
  expect(await load("a.whl")).toBe(null);
  expect(loads).toHaveLength(2);
});
