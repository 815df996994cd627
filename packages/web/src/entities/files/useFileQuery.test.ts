import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { decodeBase64, encodeBase64 } from "../../lib/base64.ts";
import { type FileFilters, fileListQuery } from "./useFileQuery.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Fakes a server with `count` files. Returns the inputs of its calls. `lastPageKey`: the key that its last page has. */
function serveFiles(count: number, lastPageKey: string | null = "end"): unknown[] {
  const inputs: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: unknown, { body }: { body: string }) => {
    const input: { pageSize: number; pageKey: string | null } = JSON.parse(decodeBase64(JSON.parse(body).data.data));
    inputs.push(input);
    const from = Number(input.pageKey ?? 0);
    const items = Array.from({ length: Math.min(input.pageSize, count - from) }, (_, index) => ({
      id: String(from + index),
    }));
    const nextIndex = from + items.length;
    const result = { success: true, data: { items, pageKey: nextIndex < count ? String(nextIndex) : lastPageKey } };
    return Response.json({ data: encodeBase64(JSON.stringify(result)) });
  });
  return inputs;
}

test("[C9.01] files load a hundred at a time, newest first, until a page is not full", async () => {
  const inputs = serveFiles(250);
  const client = new QueryClient();
  const { pages } = await client.fetchInfiniteQuery({ ...fileListQuery({}), pages: 9 });
  expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 50]);
  expect(inputs).toHaveLength(3);
  expect(inputs[0]).toMatchObject({
    pageSize: 100,
    pageKey: null,
    sortIndex: "createdAt",
    forwardScan: false,
  });
  expect(inputs[1]).toMatchObject({ pageKey: "100" });
});

test("[C9.01] files end at a full page without a next page key", async () => {
  const inputs = serveFiles(200, null);
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...fileListQuery({}), pages: 9 });
  expect(pages.map(({ items }) => items.length)).toEqual([100, 100]);
  expect(inputs).toHaveLength(2);
});

test("[C9.01] another search, filter or order starts a new list", async () => {
  const inputs = serveFiles(120);
  const client = new QueryClient();
  const { pages } = await client.fetchInfiniteQuery({ ...fileListQuery({}), pages: 2 });
  expect(pages).toHaveLength(2);
  const changes: FileFilters[] = [
    { namePrefix: "law" },
    { tags: ["law"] },
    { types: ["text/csv"] },
    { typePrefix: "text/" },
    { sortIndex: "name" },
    { forwardScan: true },
  ];
  // Without a change, the loaded list is used.
  const loadedListOptions = { staleTime: Number.POSITIVE_INFINITY };
  for (const change of changes) {
    const { pages } = await client.fetchInfiniteQuery({ ...fileListQuery(change), ...loadedListOptions });
    expect(pages, JSON.stringify(change)).toHaveLength(1);
    expect(inputs.at(-1)).toMatchObject({ pageKey: null, ...change });
  }
});
