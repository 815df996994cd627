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

/** Takes some seconds to read, and some to write its passages. */
const paragraphs = 12_000;
const longText = (title: string) =>
  Array.from(
    { length: paragraphs },
    (_, index) => `Paragraph ${index} of ${title}. ${"The river rises in spring and carries sand. ".repeat(6)}`,
  ).join("\n\n");
const patiently = { timeout: 120_000, interval: 20 };

async function upload(api: ApiClient, url: string, name: string): Promise<string> {
  const type = "text/plain";
  const { key, url: place } = await api.call(beginUpload, { name, type });
  const sent = await fetch(new URL(place, url), {
    method: "PUT",
    headers: { "content-type": type },
    body: longText(name),
  });
  expect(sent.status).toBe(200);
  return key;
}

async function look(api: ApiClient, key: string): Promise<FileRecord> {
  const { items } = await api.call(getFiles, { keys: [key] });
  if (!items[0]) throw new Error("the file is gone");
  return items[0];
}

const untilProgress = (api: ApiClient, key: string, atLeast: number) =>
  vi.waitFor(async () => {
    const { state, progress } = await look(api, key);
    expect(state).toBe("extracting");
    expect(progress).toBeGreaterThanOrEqual(atLeast);
  }, patiently);

const untilReady = (api: ApiClient, key: string) =>
  vi.waitFor(async () => expect((await look(api, key)).state).toBe("ready"), patiently);

/** One document, whose passages are there once, from the first to the last, with nothing between them missing. */
async function expectWhole(db: Db): Promise<void> {
  const documents = await db.selectFrom("documents").select(["id", "state", "process_id", "attempts"]).execute();
  expect(documents).toEqual([{ id: expect.any(String), state: "ready", process_id: null, attempts: 0 }]);
  const chunks = await db.selectFrom("chunks").select(["position", "content"]).orderBy("position").execute();
  expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
  const named = new Set(chunks.flatMap(({ content }) => content.match(/Paragraph \d+ of/g) ?? []));
  expect(named.size).toBe(paragraphs);
}

describe.each(testDatabaseKinds)("a server on %s that ends while it extracts a document", { timeout: 240_000 }, (kind) => {
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
      await untilProgress(api, key, progress);
      expect(await look(api, key)).toMatchObject({ contentKey: null, totalTokens: null, totalItems: null });
      expect(await lectern.stop("SIGKILL")).toBeNull();
      await lectern.restart();
    }
    await untilReady(api, key);
    expect(await look(api, key)).toMatchObject({ progress: 100, contentKey: expect.stringContaining("global/") });
    expect(await lectern.stop()).toBe(0);
    const { db, close } = await openWorkspaceDatabase(workspace);
    await expectWhole(db);
    await close();
    await lectern.restart();
  });

  test("ended by SIGTERM, does not wait for it and continues after the restart", async () => {
    const { api, lectern } = workspace;
    const second = await upload(api, lectern.url, "ended.txt");
    await untilProgress(api, second, 0);
    expect(await lectern.stop()).toBe(0);
    await lectern.restart();
    expect(["queued", "extracting"]).toContain((await look(api, second)).state);
    await untilReady(api, second);
  });
});

test("another process continues with a document when the process that extracts it is killed", { timeout: 240_000 }, async () => {
  const dataDir = await createTemporaryFolder();
  const several = await startTwoProcesses({ DATA_DIR: dataDir });
  const { first, second, databaseUrl } = several;
  const db = await openPostgres(databaseUrl, createLog("silent"));
  onTestFinished(async () => {
    await db.destroy();
    await several.close();
  });
  const key = await upload(first.api, first.url, "taken over.txt");
  await untilProgress(first.api, key, 0);
  const reader = () => db.selectFrom("documents").select("process_id").executeTakeFirstOrThrow();
  const before = await reader();
  const [dying, living] = (await isReading(dataDir, first.lectern.pid())) ? [first, second] : [second, first];
  await dying.lectern.stop("SIGKILL");
  await vi.waitFor(async () => expect((await reader()).process_id).not.toBe(before.process_id), patiently);
  await untilReady(living.api, key);
  await expectWhole(db);
});

/** The folder of a read is named for the process that has it read. */
async function isReading(dataDir: string, pid: number): Promise<boolean> {
  return (await readdir(join(dataDir, "reading"))).some((name) => name.split("~")[1] === String(pid));
}
