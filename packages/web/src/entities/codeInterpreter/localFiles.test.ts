import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { findLocalUsers } from "./conversationFiles.ts";
import { createLocalFileSweeper, findLocalFile, putLocalFile } from "./localFiles.ts";

afterEach(() => void vi.useRealTimers());

test("the files of a deleted conversation stay while a page of another tab can still undo the deletion", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const userId = crypto.randomUUID();
  for (const conversationId of ["here", "deleted"])
    await putLocalFile(userId, { key: `local:${conversationId}`, conversationId, name: "a.csv", content: new Blob() });
  const listed = Promise.withResolvers<void>();
  let isListed = false;
  const disconnect = createLocalFileSweeper(userId, {
    listIds: async () => {
      isListed = true;
      listed.resolve();
      return new Set(["here"]);
    },
    findUsers: async () => new Map(),
  }).connect();
  await findLocalFile(userId, "local:deleted");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isListed).toBe(false);
  await vi.advanceTimersByTimeAsync(30_000);
  await listed.promise;
  vi.useRealTimers();
  await expect.poll(() => findLocalFile(userId, "local:deleted")).toBe(null);
  expect(await findLocalFile(userId, "local:here")).not.toBe(null);
  disconnect();
});

test("a file of a deleted conversation stays as long as a copy of it in this browser names it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const userId = crypto.randomUUID();
  const names = ["shared", "small", "alone"];
  for (const name of names)
    await putLocalFile(userId, { key: `local:${name}`, conversationId: "deleted", name, content: new Blob() });
  const file = { type: "image/png", values: { file_name: "a.png", file_size: 1, file_key: "local:shared" } };
  const content = [{ ...file, values: { ...file.values, file_key_low_res: "local:small" } }];
  const copy = { messages: [{ data: { state: { codeInterpreter: { content } } } }] };
  let ids = ["copy", "cloud"];
  const sweep = async () => {
    const ended = Promise.withResolvers<void>();
    const read = async (id: string) => (id === "copy" ? copy : expect.fail("only those of this browser are read"));
    const list = async () => ids.map((id) => ({ id, isLocal: id !== "cloud" }));
    createLocalFileSweeper(userId, {
      listIds: async () => new Set(ids),
      findUsers: async (keys) => findLocalUsers({ list, read }, keys).finally(ended.resolve),
    }).sweepLater();
    await vi.advanceTimersByTimeAsync(60_000);
    await ended.promise;
  };
  const find = (name: string) => findLocalFile(userId, `local:${name}`);
  await sweep();
  await vi.waitUntil(async () => (await find("alone")) === null);
  await vi.waitUntil(async () => (await find("small"))?.conversationId === "copy");
  expect(await find("shared")).toMatchObject({ conversationId: "copy" });
  ids = [];
  await sweep();
  await vi.waitUntil(async () => (await find("small")) === null && (await find("shared")) === null);
});
