import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beginUpload, type FileRecord, getFiles } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Db } from "../../../server/src/platform/db/database.ts";
import { openPostgres } from "../../../server/src/platform/db/openPostgres.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import { testDatabaseKinds } from "../../../server/src/testing/testDatabase.ts";
import type { ApiClient } from "../../support/createApiClient.ts";
import { openWorkspaceDatabase } from "../../support/openWorkspaceDatabase.ts";
import { startTwoProcesses } from "../../support/startTwoProcesses.ts";
import { startWorkspace, type Workspace } from "../../support/startWorkspace.ts";
import { createTemporaryFolder } from "../../support/temporary.ts";

/** The text is so large that its extraction and the storing of its passages take some seconds each. */
const paragraphs = 12_000;
const longText = (title: string) =>
  Array.from(
    { length: paragraphs },
    (_, index) => `Paragraph ${index} of ${title}. ${"The river rises in spring and carries sand. ".repeat(6)}`,
  ).join("\n\n");
const longTimeout = { timeout: 120_000, interval: 20 };

async function upload(api: ApiClient, url: string, name: string): Promise<string> {
  const type = "text/plain";
  const { key, url: uploadUrl } = await api.call(beginUpload, { name, type });
  const sent = await fetch(new URL(uploadUrl, url), {
    method: "PUT",
    headers: { "content-type": type },
    body: longText(name),
  });
  expect(sent.status).toBe(200);
  return key;
}

async function getFile(api: ApiClient, key: string): Promise<FileRecord> {
  const { items } = await api.call(getFiles, { keys: [key] });
  if (!items[0]) throw new Error("the file is gone");
  return items[0];
}

const waitForProgress = (api: ApiClient, key: string, atLeast: number) =>
  vi.waitFor(async () => {
    const { state, progress } = await getFile(api, key);
    expect(state).toBe("extracting");
    expect(progress).toBeGreaterThanOrEqual(atLeast);
  }, longTimeout);

const waitUntilReady = (api: ApiClient, key: string) =>
  vi.waitFor(async () => expect((await getFile(api, key)).state).toBe("ready"), longTimeout);

/** Expects one document with each of its passages exactly once, from the first to the last. */
async function expectCompleteDocument(db: Db): Promise<void> {
  const documents = await db.selectFrom("documents").select(["id", "state", "process_id", "attempts"]).execute();
  expect(documents).toEqual([{ id: expect.any(String), state: "ready", process_id: null, attempts: 0 }]);
  const chunks = await db.selectFrom("chunks").select(["position", "content"]).orderBy("position").execute();
  expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
  const named = new Set(chunks.flatMap(({ content }) => content.match(/Paragraph \d+ of/g) ?? []));
  expect(named.size).toBe(paragraphs);
}

describe.each(testDatabaseKinds)(
  "a server on %s that ends while it extracts a document",
  { timeout: 240_000 },
  (kind) => {
    let workspace: Workspace;
    let key: string;
    beforeAll(async () => {
      workspace = await startWorkspace(kind);
      key = await upload(workspace.api, workspace.lectern.url, "killed.txt");
    });
    afterAll(() => workspace?.close());

    test("killed during extraction or while storing passages, shows no partial content and continues after the restart", async () => {
      const { api, lectern } = workspace;
      for (const progress of [0, 90]) {
        await waitForProgress(api, key, progress);
        expect(await getFile(api, key)).toMatchObject({ contentKey: null, totalTokens: null, totalItems: null });
        expect(await lectern.stop("SIGKILL")).toBeNull();
        await lectern.restart();
      }
      await waitUntilReady(api, key);
      expect(await getFile(api, key)).toMatchObject({ progress: 100, contentKey: expect.stringContaining("global/") });
      expect(await lectern.stop()).toBe(0);
      const { db, close } = await openWorkspaceDatabase(workspace);
      await expectCompleteDocument(db);
      await close();
      await lectern.restart();
    });

    test("ended by SIGTERM, does not wait for it and continues after the restart", async () => {
      const { api, lectern } = workspace;
      const second = await upload(api, lectern.url, "ended.txt");
      await waitForProgress(api, second, 0);
      expect(await lectern.stop()).toBe(0);
      await lectern.restart();
      expect(["queued", "extracting"]).toContain((await getFile(api, second)).state);
      await waitUntilReady(api, second);
    });
  },
);

test("another process continues with a document when the process that extracts it is killed", {
  timeout: 240_000,
}, async () => {
  const dataDir = await createTemporaryFolder();
  const several = await startTwoProcesses({ DATA_DIR: dataDir });
  const { first, second, databaseUrl } = several;
  const db = await openPostgres(databaseUrl, createLog("silent"));
  onTestFinished(async () => {
    await db.destroy();
    await several.close();
  });
  const key = await upload(first.api, first.url, "taken over.txt");
  await waitForProgress(first.api, key, 0);
  const reader = () => db.selectFrom("documents").select("process_id").executeTakeFirstOrThrow();
  const before = await reader();
  const [dying, living] = (await isExtracting(dataDir, first.lectern.pid())) ? [first, second] : [second, first];
  await dying.lectern.stop("SIGKILL");
  await vi.waitFor(async () => expect((await reader()).process_id).not.toBe(before.process_id), longTimeout);
  await waitUntilReady(living.api, key);
  await expectCompleteDocument(db);
});

/** The folder of an extraction is named after the process that runs it. */
async function isExtracting(dataDir: string, pid: number): Promise<boolean> {
  return (await readdir(join(dataDir, "reading"))).some((name) => name.split("~")[1] === String(pid));
}
