import { expect, test, vi } from "vitest";
import { readAllPages } from "./readAllPages.ts";

test("all pages are read in their order", async () => {
  const readPage = vi
    .fn()
    .mockResolvedValueOnce({ items: [1, 2], nextCursor: "a" })
    .mockResolvedValueOnce({ items: [3], nextCursor: null });
  expect(await readAllPages(readPage)).toEqual([1, 2, 3]);
  expect(readPage.mock.calls).toEqual([[null], ["a"]]);
});

test("a list that never ends is cut", async () => {
  const readPage = vi.fn().mockResolvedValue({ items: [1], nextCursor: "again" });
  expect(await readAllPages(readPage)).toHaveLength(100);
});
