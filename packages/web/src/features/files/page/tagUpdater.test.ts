import type { FileRecord } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { fileListQuery } from "../../../entities/files/useFileQuery.ts";
import { decodeBase64, encodeBase64 } from "../../../lib/base64.ts";
import { createTagUpdater } from "./tagUpdater.ts";

afterEach(() => void vi.unstubAllGlobals());

const file: FileRecord = {
  id: "ann/2026-11-21/a.json",
  name: "a.pdf",
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
};

/** Fakes a server that replies only when the test calls `reply`. */
function setUp() {
  const client = new QueryClient();
  const { queryKey } = fileListQuery({});
  client.setQueryData(queryKey, { pages: [{ items: [file], pageKey: null }], pageParams: [null] });
  const replies: ((tags: readonly string[] | null) => void)[] = [];
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", (_url: unknown, { body }: { body: string }) => {
    requests.push(JSON.parse(decodeBase64(JSON.parse(body).data.data)).tags);
    return new Promise<Response>((resolve) => {
      replies.push((tags) => {
        const result = tags ? { success: true, data: { tags } } : { success: false, message: "It is locked." };
        resolve(Response.json({ data: encodeBase64(JSON.stringify(result)) }));
      });
    });
  });
  const getShownTags = () => client.getQueryData(queryKey)?.pages[0]?.items[0]?.tags;
  const reply = async (tags: readonly string[] | null) => {
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    replies.shift()?.(tags);
  };
  return { updater: createTagUpdater(client), getShownTags, requests, reply };
}

test("the reply to an earlier change does not undo a later one", async () => {
  const { updater, getShownTags, requests, reply } = setUp();
  const firstChange = updater.set(file, ["a"]);
  const secondChange = updater.set({ ...file, tags: ["a"] }, ["a", "b"]);
  expect(getShownTags()).toEqual(["a", "b"]);
  await reply(["a"]);
  await firstChange;
  expect(getShownTags()).toEqual(["a", "b"]);
  await reply(["a", "b"]);
  expect(await secondChange).toBe(true);
  expect(requests).toEqual([["a"], ["a", "b"]]);
  expect(getShownTags()).toEqual(["a", "b"]);
});

test("after rejected changes the tags are those of the server, not those shown before", async () => {
  const { updater, getShownTags, reply } = setUp();
  const first = updater.set(file, ["a"]);
  const second = updater.set({ ...file, tags: ["a"] }, ["a", "b"]);
  await reply(null);
  await reply(null);
  expect([await first, await second]).toEqual([false, false]);
  expect(getShownTags()).toEqual([]);
});
