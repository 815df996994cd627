import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { createDocumentReader } from "./createDocumentReader.ts";
import { createWarmReader } from "./createWarmReader.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-warm-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const expectEventually = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 40_000, interval: 50 });

test("a waiting process is taken once, and ended with its folder if nobody takes it", async () => {
  const root = join(folder, "reading");
  const warmReader = createWarmReader(root, 5e8);
  expect(warmReader.take()).toBeNull();
  warmReader.prepare();
  warmReader.prepare();
  await expectEventually(async () => expect(await readdir(root)).toHaveLength(1));
  warmReader.close();
  await expectEventually(async () => expect(await readdir(root)).toEqual([]));
  expect(warmReader.take()).toBeNull();
});

test("a document is read by the waiting process, from a copy in the only folder that the process may use", async () => {
  const path = join(folder, "original.txt");
  await writeFile(path, "Some words to be read.");
  const extraction = { memoryMb: 1_024, timeoutMs: 60_000, ocrLanguages: null };
  const reader = createDocumentReader({ dataDir: folder, extraction }, createLog("silent"));
  reader.prepare();
  await expectEventually(async () => expect(await readdir(join(folder, "reading"))).toHaveLength(1));
  const [waiting] = await readdir(join(folder, "reading"));
  const request = {
    path,
    name: "a.txt",
    kind: null,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  // What nobody waits for leaves it to the next upload.
  const background = await reader.read({ ...request, isBackground: true });
  expect(background.text?.contentPath).not.toContain(waiting);
  await background.dispose();
  const document = await reader.read(request);
  expect(document.text?.contentPath).toBe(join(folder, "reading", waiting ?? "", "content.json"));
  expect(document.text?.totalItems).toBe(1);
  await document.dispose();
  // The next one waits.
  await expectEventually(async () => {
    const folders = await readdir(join(folder, "reading"));
    expect(folders).toHaveLength(1);
    expect(folders).not.toContain(waiting);
  });
  reader.close();
});
