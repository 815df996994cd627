import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDiskBlobStore } from "./diskBlobStore.ts";
import { testBlobStore } from "./testing/blobStoreConformance.ts";

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

describe("a disk", () => {
  testBlobStore(async () => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"));
    return {
      store: createDiskBlobStore({ folder, isSingleProcess: true }),
      listEverything: () => listFiles(folder),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  });
});

describe("the blob folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function createPartialFile(name: string, ageMs: number) {
    await mkdir(join(folder, ".writing"), { recursive: true });
    const path = join(folder, ".writing", name);
    await writeFile(path, "partial");
    const modifiedAt = new Date(Date.now() - ageMs);
    await utimes(path, modifiedAt, modifiedAt);
  }

  test("is cleared of partial files of a dead process", async () => {
    await createPartialFile("a", 0);
    await createDiskBlobStore({ folder, isSingleProcess: true }).check();
    expect(await listFiles(folder)).toEqual([]);
  });

  test("keeps recent partial files, which other processes may be writing, and is cleared of old ones", async () => {
    await createPartialFile("new", 0);
    await createPartialFile("old", 2 * 60 * 60 * 1_000);
    await createDiskBlobStore({ folder, isSingleProcess: false }).check();
    expect(await listFiles(folder)).toEqual([join(folder, ".writing", "new")]);
  });

  test("is created if missing, accessible to this user only", async () => {
    const deep = join(folder, "not", "there");
    const store = createDiskBlobStore({ folder: deep, isSingleProcess: true });
    await store.check();
    async function* body() {
      yield Buffer.from("x");
    }
    await store.write("a/b", body(), { type: "text/plain", maxBytes: 10 });
    expect((await stat(join(deep, "a", "b"))).mode & 0o077).toBe(0);
    expect((await stat(join(deep, "a"))).mode & 0o077).toBe(0);
  });

  test("is rejected with its path if it is a file", async () => {
    const file = join(folder, "file");
    await writeFile(file, "x");
    await expect(createDiskBlobStore({ folder: file, isSingleProcess: true }).check()).rejects.toMatchObject({
      path: expect.stringContaining(file),
    });
  });

  test("never mixes the bytes of concurrent writes to one key", async () => {
    const store = createDiskBlobStore({ folder, isSingleProcess: true });
    const texts = ["a", "b", "c"].map((letter) => letter.repeat(300_000));
    async function* halves(text: string) {
      yield Buffer.from(text.slice(0, 100_000));
      yield Buffer.from(text.slice(100_000));
    }
    const options = { type: "text/plain", maxBytes: 1_000_000 };
    await Promise.all(texts.map((text) => store.write("a/b", halves(text), options)));
    const { body } = await store.read("a/b");
    expect(texts).toContain(Buffer.concat(await body.toArray()).toString());
  });

  test("supports reading a single byte", async () => {
    const store = createDiskBlobStore({ folder, isSingleProcess: true });
    async function* body() {
      yield Buffer.from("0123456789");
    }
    await store.write("a", body(), { type: "text/plain", maxBytes: 10 });
    const blob = await store.read("a", { start: 0, end: 0 });
    expect(blob).toMatchObject({ bytes: 1, totalBytes: 10 });
    expect(Buffer.concat(await blob.body.toArray()).toString()).toBe("0");
  });

  test("has no presigned URLs", async () => {
    const store = createDiskBlobStore({ folder, isSingleProcess: true });
    expect(store.origins).toEqual([]);
    expect(await store.createUploadUrl("a", { type: "text/plain", bytes: 1, expiresInSeconds: 60 })).toBeNull();
    expect(await store.createDownloadUrl("a", { fileName: "a", type: "text/plain", expiresInSeconds: 60 })).toBeNull();
  });
});
