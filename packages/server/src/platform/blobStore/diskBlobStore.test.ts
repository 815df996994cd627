import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { blobStoreConformance } from "./blobStoreConformance.ts";
import { createDiskBlobStore } from "./diskBlobStore.ts";

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

describe("a disk", () => {
  blobStoreConformance(async () => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"));
    return {
      store: createDiskBlobStore({ folder, isAlone: true }),
      everything: () => filesBelow(folder),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  });
});

describe("the folder of blobs", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function leaveHalfWritten(name: string, ageMs: number) {
    await mkdir(join(folder, ".writing"), { recursive: true });
    const path = join(folder, ".writing", name);
    await writeFile(path, "half");
    const at = new Date(Date.now() - ageMs);
    await utimes(path, at, at);
  }

  test("is cleared of what a dead process had half written", async () => {
    await leaveHalfWritten("a", 0);
    await createDiskBlobStore({ folder, isAlone: true }).check();
    expect(await filesBelow(folder)).toEqual([]);
  });

  test("keeps what others may be writing just now, and is cleared of what is old", async () => {
    await leaveHalfWritten("new", 0);
    await leaveHalfWritten("old", 2 * 60 * 60 * 1_000);
    await createDiskBlobStore({ folder, isAlone: false }).check();
    expect(await filesBelow(folder)).toEqual([join(folder, ".writing", "new")]);
  });

  test("is made where it is not, for this user alone", async () => {
    const deep = join(folder, "not", "there");
    const store = createDiskBlobStore({ folder: deep, isAlone: true });
    await store.check();
    async function* body() {
      yield Buffer.from("x");
    }
    await store.write("a/b", body(), { type: "text/plain", maxBytes: 10 });
    expect((await stat(join(deep, "a", "b"))).mode & 0o077).toBe(0);
    expect((await stat(join(deep, "a"))).mode & 0o077).toBe(0);
  });

  test("that cannot be one is refused by name", async () => {
    const file = join(folder, "file");
    await writeFile(file, "x");
    await expect(createDiskBlobStore({ folder: file, isAlone: true }).check()).rejects.toMatchObject({
      path: expect.stringContaining(file),
    });
  });

  test("has no bytes mixed up where several write to one key at once", async () => {
    const store = createDiskBlobStore({ folder, isAlone: true });
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

  test("reads a single byte", async () => {
    const store = createDiskBlobStore({ folder, isAlone: true });
    async function* body() {
      yield Buffer.from("0123456789");
    }
    await store.write("a", body(), { type: "text/plain", maxBytes: 10 });
    const reading = await store.read("a", { start: 0, end: 0 });
    expect(reading).toMatchObject({ bytes: 1, totalBytes: 10 });
    expect(Buffer.concat(await reading.body.toArray()).toString()).toBe("0");
  });

  test("has no addresses of its own", async () => {
    const store = createDiskBlobStore({ folder, isAlone: true });
    expect(store.origins).toEqual([]);
    expect(await store.uploadUrl("a", { type: "text/plain", bytes: 1, expiresInSeconds: 60 })).toBeNull();
    expect(await store.downloadUrl("a", { fileName: "a", type: "text/plain", expiresInSeconds: 60 })).toBeNull();
  });
});
