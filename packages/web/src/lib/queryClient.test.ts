import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient, WorkspaceQueryClient } from "./queryClient.ts";

let stop = () => {};
afterEach(() => {
  stop();
  queryClient.clear();
});

test("a query that fails is logged by its name, without the ids in its key", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const queryFn = () => Promise.reject(new Error("The server is away."));
  await expect(queryClient.fetchQuery({ queryKey: ["flags", "u1"], queryFn })).rejects.toThrow("away");
  expect(warn.mock.calls).toEqual([['The query "flags" failed.', "The server is away."]]);
});

test("a change during the first fetch of a query is fetched, once for several changes", async () => {
  const client = new WorkspaceQueryClient();
  const fetches: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const fetch = Promise.withResolvers<string>();
    fetches.push(fetch);
    return fetch.promise;
  };
  stop = new QueryObserver(client, { queryKey: ["running"], queryFn }).subscribe(() => {});
  const invalidations = [
    client.invalidateQueries({ queryKey: ["running"] }),
    client.invalidateQueries({ queryKey: ["running"] }),
  ];
  expect(fetches).toHaveLength(1);
  fetches[0]?.resolve("before the change");
  await expect.poll(() => fetches.length).toBe(2);
  fetches[1]?.resolve("after the change");
  await Promise.all(invalidations);
  expect(client.getQueryData(["running"])).toBe("after the change");
  expect(fetches).toHaveLength(2);
});

test("a change during a first fetch that fails is fetched, too", async () => {
  const client = new WorkspaceQueryClient({ defaultOptions: { queries: { retry: false } } });
  const first = Promise.withResolvers<string>();
  const answers = [first.promise, Promise.resolve("after the change")];
  const queryFn = () => answers.shift() ?? Promise.reject(new Error("fetched too often"));
  stop = new QueryObserver(client, { queryKey: ["running"], queryFn }).subscribe(() => {});
  const invalidation = client.invalidateQueries({ queryKey: ["running"] });
  first.reject(new Error("unreachable"));
  await invalidation;
  expect(client.getQueryData(["running"])).toBe("after the change");
});
