import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BlobNotFoundError, type BlobStore, BlobTooLargeError } from "../blobStore.ts";

export interface BlobStoreUnderTest {
  store: BlobStore;
  /** Names of everything in the store, including partial writes and unfinished multipart uploads. */
  listEverything(): Promise<string[]>;
  close(): Promise<void>;
}

const mebibyte = 1_024 * 1_024;
const options = { type: "text/plain", maxBytes: 100 * mebibyte };
const computeSha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The conformance suite of blob stores. Call it in a `describe`. */
export function testBlobStore(open: () => Promise<BlobStoreUnderTest>): void {
  let underTest: BlobStoreUnderTest;
  let store: BlobStore;
  let keyCount = 0;
  beforeAll(async () => {
    underTest = await open();
    store = underTest.store;
  });
  afterAll(() => underTest?.close());

  const createKey = () => `originals/owner/2026-11-21/${++keyCount}`;
  async function readAll(key: string, range?: { start: number; end: number }): Promise<Buffer> {
    return Buffer.concat(await (await store.read(key, range)).body.toArray());
  }
  async function* chunksOf(...chunks: (string | Uint8Array)[]) {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }

  test("passes its own check", async () => {
    await store.check();
  });

  test("returns what was written, with its size and hash", async () => {
    const key = createKey();
    const bytes = Buffer.from("Grüße an alle");
    expect(await store.write(key, chunksOf("Grü", "ße an", " alle"), options)).toEqual({
      bytes: bytes.byteLength,
      sha256: computeSha256(bytes),
    });
    expect(await store.stat(key)).toEqual({ bytes: bytes.byteLength });
    const blob = await store.read(key);
    expect(blob).toMatchObject({ bytes: bytes.byteLength, totalBytes: bytes.byteLength });
    expect(Buffer.concat(await blob.body.toArray())).toEqual(bytes);
  });

  test("stores an empty blob", async () => {
    const key = createKey();
    expect(await store.write(key, chunksOf(), options)).toEqual({ bytes: 0, sha256: computeSha256(Buffer.alloc(0)) });
    expect(await store.stat(key)).toEqual({ bytes: 0 });
    expect(await readAll(key)).toHaveLength(0);
  });

  test("replaces an existing blob", async () => {
    const key = createKey();
    await store.write(key, chunksOf("the first and longer"), options);
    await store.write(key, chunksOf("the second"), options);
    expect((await readAll(key)).toString()).toBe("the second");
  });

  test("stores a blob that is uploaded in several parts", async () => {
    const key = createKey();
    const part = Buffer.alloc(mebibyte);
    const hash = createHash("sha256");
    async function* createLargeBody() {
      for (let index = 0; index < 37; index++) {
        const chunk = Buffer.from(part.fill(index));
        hash.update(chunk);
        yield chunk;
      }
    }
    const result = await store.write(key, createLargeBody(), options);
    expect(result).toEqual({ bytes: 37 * mebibyte, sha256: hash.digest("hex") });
    expect(await store.stat(key)).toEqual({ bytes: 37 * mebibyte });
    const edge = await readAll(key, { start: 16 * mebibyte - 1, end: 16 * mebibyte });
    expect([...edge]).toEqual([15, 16]);
    expect(computeSha256(await readAll(key))).toBe(result.sha256);
  });

  test.each([
    [{ start: 0, end: 1 }, "01"],
    [{ start: 3, end: 5 }, "345"],
    [{ start: 8, end: 9 }, "89"],
    [{ start: 8, end: 1_000 }, "89"],
  ])("reads only the range %j", async (range, expected) => {
    const key = createKey();
    await store.write(key, chunksOf("0123456789"), options);
    const blob = await store.read(key, range);
    expect(blob).toMatchObject({ bytes: expected.length, totalBytes: 10 });
    expect(Buffer.concat(await blob.body.toArray()).toString()).toBe(expected);
  });

  test("rejects a range past the end", async () => {
    const key = createKey();
    await store.write(key, chunksOf("0123456789"), options);
    await expect(store.read(key, { start: 10, end: 12 })).rejects.toBeInstanceOf(RangeError);
  });

  test("reports a blob that does not exist", async () => {
    const key = createKey();
    expect(await store.stat(key)).toBeNull();
    await expect(store.read(key)).rejects.toBeInstanceOf(BlobNotFoundError);
    await expect(store.withLocalFile(key, async () => "used")).rejects.toBeInstanceOf(BlobNotFoundError);
    await store.remove([key]);
  });

  test("copies a blob, which stays when the original is removed, and replaces an existing one", async () => {
    const [from, to, other] = [createKey(), createKey(), createKey()];
    await store.write(from, chunksOf("copy me"), options);
    await store.write(to, chunksOf("the previous and longer"), options);
    await store.copy(from, to);
    await store.copy(from, `${other}/user@example.org/b`);
    await store.remove([from]);
    expect((await readAll(to)).toString()).toBe("copy me");
    expect((await readAll(`${other}/user@example.org/b`)).toString()).toBe("copy me");
  });

  test("leaves nothing of a copy of a blob that does not exist", async () => {
    const namesBefore = await underTest.listEverything();
    await expect(store.copy(createKey(), createKey())).rejects.toBeInstanceOf(BlobNotFoundError);
    expect(await underTest.listEverything()).toEqual(namesBefore);
  });

  test("removes the given blobs and no others", async () => {
    const [one, two, three] = [createKey(), createKey(), createKey()];
    for (const key of [one, two, three]) await store.write(key, chunksOf(key), options);
    await store.remove([one, createKey(), two]);
    expect([await store.stat(one), await store.stat(two)]).toEqual([null, null]);
    expect((await readAll(three)).toString()).toBe(three);
    await store.remove([]);
  });

  test("leaves nothing of a blob that is too large, in one part or in several", async () => {
    for (const [chunk, times] of [
      [Buffer.alloc(10), 3],
      [Buffer.alloc(mebibyte), 40],
    ] as const) {
      const namesBefore = await underTest.listEverything();
      const key = createKey();
      const maxBytes = chunk.byteLength * (times - 1);
      const body = chunksOf(...Array.from({ length: times }, () => chunk));
      await expect(store.write(key, body, { ...options, maxBytes })).rejects.toBeInstanceOf(BlobTooLargeError);
      expect(await store.stat(key)).toBeNull();
      expect(await underTest.listEverything()).toEqual(namesBefore);
    }
  });

  test("leaves nothing if the source fails, and throws its error", async () => {
    const namesBefore = await underTest.listEverything();
    const key = createKey();
    async function* createFailingBody() {
      for (let index = 0; index < 20; index++) yield Buffer.alloc(mebibyte);
      throw new Error("cut off");
    }
    await expect(store.write(key, createFailingBody(), options)).rejects.toThrow("cut off");
    expect(await store.stat(key)).toBeNull();
    expect(await underTest.listEverything()).toEqual(namesBefore);
  });

  test("ends immediately when aborted, even if the source has stalled, and leaves nothing", async () => {
    const namesBefore = await underTest.listEverything();
    const key = createKey();
    const controller = new AbortController();
    async function* createStalledBody() {
      yield Buffer.from("so far");
      controller.abort(new Error("left"));
      await new Promise(() => undefined);
    }
    await expect(store.write(key, createStalledBody(), { ...options, signal: controller.signal })).rejects.toThrow(
      "left",
    );
    expect(await store.stat(key)).toBeNull();
    expect(await underTest.listEverything()).toEqual(namesBefore);
    await expect(
      store.write(key, chunksOf("late"), { ...options, signal: AbortSignal.abort(new Error("gone")) }),
    ).rejects.toThrow("gone");
    expect(await store.stat(key)).toBeNull();
  });

  test("leaves the existing blob in place if its replacement fails", async () => {
    const key = createKey();
    await store.write(key, chunksOf("original"), options);
    await expect(store.write(key, chunksOf("too long"), { ...options, maxBytes: 3 })).rejects.toBeInstanceOf(
      BlobTooLargeError,
    );
    expect((await readAll(key)).toString()).toBe("original");
  });

  test("provides a local file while it is used", async () => {
    const key = createKey();
    await store.write(key, chunksOf("on a disk"), options);
    const text = await store.withLocalFile(key, (path) => readFile(path, "utf8"));
    expect(text).toBe("on a disk");
    await expect(store.withLocalFile(key, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect((await readAll(key)).toString()).toBe("on a disk");
  });

  test.each([
    "",
    "/",
    "/etc/passwd",
    "../outside",
    "a/../../outside",
    "a/./b",
    "a//b",
    "a/",
    ".writing/x",
    "a/.hidden",
    "a\\..\\b",
    "a\0b",
    "a b",
    "ä",
    "C:/x",
    "x".repeat(601),
  ])("rejects the key %j", async (key) => {
    const namesBefore = await underTest.listEverything();
    await expect(store.write(key, chunksOf("x"), options)).rejects.toBeInstanceOf(RangeError);
    await expect(store.read(key)).rejects.toBeInstanceOf(RangeError);
    await expect(store.stat(key)).rejects.toBeInstanceOf(RangeError);
    await expect(store.copy(key, "copy")).rejects.toBeInstanceOf(RangeError);
    await expect(store.copy("copy", key)).rejects.toBeInstanceOf(RangeError);
    await expect(store.remove([key])).rejects.toBeInstanceOf(RangeError);
    await expect(store.withLocalFile(key, async () => 1)).rejects.toBeInstanceOf(RangeError);
    expect(await underTest.listEverything()).toEqual(namesBefore);
  });
}
