import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { decodeBase64, encodeBase64 } from "../../lib/base64.ts";
import { fileKeys, fileListQuery, filePageSize } from "./useFileQuery.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A server that has `count` files and gives them by pages; every input that it was asked with. */
function serveFiles(count: number): unknown[] {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: unknown, { body }: { body: string }) => {
    const input: { pageSize: number; pageKey: string | null } = JSON.parse(decodeBase64(JSON.parse(body).data.data));
    asked.push(input);
    const from = Number(input.pageKey ?? 0);
    const items = Array.from({ length: Math.min(input.pageSize, count - from) }, (_, at) => ({
      id: String(from + at),
    }));
    const result = { success: true, data: { items, pageKey: String(from + items.length) } };
    return Response.json({ data: encodeBase64(JSON.stringify(result)) });
  });
  return asked;
}

test("[C9.01] files come a hundred at a time, the newest first, until a short page", async () => {
  const asked = serveFiles(250);
  const client = new QueryClient();
  const { pages } = await client.fetchInfiniteQuery({ ...fileListQuery({}), pages: 9 });
  expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 50]);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatchObject({ pageSize: filePageSize, pageKey: null, sortIndex: "createdAt", forwardScan: false });
  expect(asked[1]).toMatchObject({ pageKey: "100" });
});

test("[C9.01] another search, filter or order is another list, which begins anew", async () => {
  const asked = serveFiles(120);
  const client = new QueryClient();
  await client.fetchInfiniteQuery({ ...fileListQuery({}), pages: 2 });
  await client.fetchInfiniteQuery(fileListQuery({ namePrefix: "law", types: ["text/csv"], sortIndex: "name" }));
  expect(asked.at(-1)).toMatchObject({ pageKey: null, namePrefix: "law", types: ["text/csv"], sortIndex: "name" });
  expect(fileKeys.list({ namePrefix: "law" })).not.toEqual(fileKeys.list({}));
});
