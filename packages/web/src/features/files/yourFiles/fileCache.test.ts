import type { FileRecord } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { changeFile, dropFiles, patchFiles } from "./fileCache.ts";

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
  const queryKey = ["files", "list", {}];
  client.setQueryData(queryKey, {
    pages: pages.map((items) => ({ items, pageKey: null })),
    pageParams: pages.map(() => null),
  });
  const read = () =>
    client.getQueryData<{ pages: { items: FileRecord[] }[] }>(queryKey)?.pages.map(({ items }) => items) ?? [];
  return { client, read };
}

test("what is newer takes the old one's place, and pages without it stay the same objects", () => {
  const { client, read } = clientWith([file("a"), file("b")], [file("c")]);
  const [, last] = read();
  patchFiles(client, [file("b", { state: "failed", reason: "It is damaged." })]);
  expect(read()[0]?.map(({ state }) => state)).toEqual(["ready", "failed"]);
  expect(read()[1]).toBe(last);
  changeFile(client, file("a").id, (each) => ({ ...each, tags: ["x"] }));
  expect(read()[0]?.[0]?.tags).toEqual(["x"]);
});

test("what is deleted is in no page any more", () => {
  const { client, read } = clientWith([file("a"), file("b")], [file("c")]);
  dropFiles(client, new Set([file("a").id, file("c").id]));
  expect(read().map((items) => items.map(({ name }) => name))).toEqual([["b.pdf"], []]);
});
