import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "./queryClient.ts";

afterEach(() => queryClient.clear());

test("a query that fails is logged by its name, without the ids in its key", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const queryFn = () => Promise.reject(new Error("The server is away."));
  await expect(queryClient.fetchQuery({ queryKey: ["flags", "u1"], queryFn })).rejects.toThrow("away");
  expect(warn.mock.calls).toEqual([['The query "flags" failed.', "The server is away."]]);
});
