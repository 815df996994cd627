import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { createLocalFileSweeper, findLocalFile, putLocalFile } from "./localFiles.ts";

afterEach(() => void vi.useRealTimers());

test("the files of a deleted conversation stay while a page of another tab can still undo the deletion", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const userId = crypto.randomUUID();
  for (const conversationId of ["here", "deleted"])
    await putLocalFile(userId, { key: `local:${conversationId}`, conversationId, name: "a.csv", content: new Blob() });
  const listed = Promise.withResolvers<void>();
  let isListed = false;
  const disconnect = createLocalFileSweeper(userId, async () => {
    isListed = true;
    listed.resolve();
    return new Set(["here"]);
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
