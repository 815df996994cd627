import type { FileRecord } from "@lectern/contract";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../lib/base64.ts";
import { patchFiles, refreshFiles, removeFiles, updateFile } from "./fileCache.ts";
import { fileListQuery, filePageSize } from "./useFileQuery.ts";

afterEach(() => void vi.unstubAllGlobals());

const file = (id: string, changes: Partial<FileRecord> = {}): FileRecord => ({
  id: `ann/2026-11-21/${id}.json`,
  name: `${id}.pdf`,
  type: "application/pdf",
  createdAt: "2026-11-21T12:00:00.000Z",
  tags: [],
  size: 10,
  state: "ready",
  progress: 100,
  reason: null,
  canRetry: false,
  totalTokens: 1,
  totalItems: 1,
  isImage: false,
  groupId: null,
  contentKey: null,
  ...changes,
});

function clientWith(...pages: FileRecord[][]) {
  const client = new QueryClient();
  const queryKey = fileListQuery({}).queryKey;
  client.setQueryData(queryKey, {
    pages: pages.map((items) => ({ items, pageKey: null })),
    pageParams: pages.map(() => null),
  });
  const read = () =>
    client.getQueryData<{ pages: { items: FileRecord[] }[] }>(queryKey)?.pages.map(({ items }) => items) ?? [];
  return { client, read };
}

test("a newer record replaces the old one, and pages without it stay the same objects", () => {
  const { client, read } = clientWith([file("a"), file("b")], [file("c")]);
  const [, last] = read();
  patchFiles(client, [file("b", { state: "failed", reason: "It is damaged." })]);
  expect(read()[0]?.map(({ state }) => state)).toEqual(["ready", "failed"]);
  expect(read()[1]).toBe(last);
  updateFile(client, file("a").id, (record) => ({ ...record, tags: ["x"] }));
  expect(read()[0]?.[0]?.tags).toEqual(["x"]);
});

test("after an upload, a long list reloads only its first page", async () => {
  const requestedPaths: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: unknown, { body }: { body: string }) => {
    requestedPaths.push(JSON.parse(body).data.path);
    const result = { success: true, data: { items: [file("new"), file("a")], pageKey: null } };
    return Response.json({ data: encodeBase64(JSON.stringify(result)) });
  });
  const { client, read } = clientWith([file("a"), file("b")], [file("c")]);
  const observer = new InfiniteQueryObserver(client, { ...fileListQuery({}), staleTime: Number.POSITIVE_INFINITY });
  const stop = observer.subscribe(() => {});
  await refreshFiles(client);
  expect(read().map((items) => items.map(({ name }) => name))).toEqual([["new.pdf", "a.pdf", "b.pdf"], ["c.pdf"]]);
  expect(requestedPaths).toEqual(["/files/query"]);
  stop();
});

test("[C9.01] deleting a file from a page does not make it the last page", async () => {
  const page = Array.from({ length: filePageSize }, (_, index) => file(String(index)));
  vi.stubGlobal("fetch", async () =>
    Response.json({
      data: encodeBase64(JSON.stringify({ success: true, data: { items: page, pageKey: "next" } })),
    }),
  );
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver(client, fileListQuery({}));
  const stop = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().hasNextPage).toBe(true));
  removeFiles(client, new Set([file("7").id]));
  expect(observer.getCurrentResult().data?.pages[0]?.items).toHaveLength(filePageSize - 1);
  expect(observer.getCurrentResult().hasNextPage).toBe(true);
  stop();
});

test("deleted files are removed from all pages", () => {
  const { client, read } = clientWith([file("a"), file("b")], [file("c")]);
  removeFiles(client, new Set([file("a").id, file("c").id]));
  expect(read().map((items) => items.map(({ name }) => name))).toEqual([["b.pdf"], []]);
});
