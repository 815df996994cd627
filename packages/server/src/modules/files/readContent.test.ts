import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { createDiskBlobStore } from "../../platform/blobStore/diskBlobStore.ts";
import type { Piece } from "../../platform/documents/child/itemCollector.ts";
import { writeText } from "../../platform/documents/child/writeText.ts";
import { readFiles } from "../../platform/documents/readFiles.ts";
import { readContent } from "./readContent.ts";

const folder = await mkdtemp(join(tmpdir(), "lectern-content-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const blobs = createDiskBlobStore({ folder: join(folder, "blobs"), isAlone: true });
const path = join(folder, readFiles.content);
const options = { type: "application/json", maxBytes: 1e9 };

/** Leaves at `path` what the reader leaves of these texts. */
async function leave(texts: readonly string[]): Promise<void> {
  const task = { path: "", name: "a.txt", kind: null, folder, memoryBytes: 1, timeoutMs: 1, ocrLanguages: null };
  const pieces = texts.map((content, index): Piece => {
    return { content, location: { line: index + 1 }, canSplit: true, kind: "paragraph" };
  });
  await writeText(task, pieces, { title: "A\nB" }, () => undefined);
}

test.each([1, 2, 20_000])("what the reader left of %i pieces comes back, each with its place", async (count) => {
  const texts = Array.from({ length: count }, (_, index) => `Line ${index}],\n"ends" }]},`);
  await leave(texts);
  await blobs.write(`global/${count}`, createReadStream(path), options);
  const { content, totalItems, locationProperties } = await readContent({ blobs }, `global/${count}`, 1);
  expect(content.map((item) => item.content)).toEqual(texts);
  expect([totalItems, locationProperties, content.at(-1)?.location]).toEqual([count, ["line"], { line: count }]);
});

test("who asks for the same at the same time, or later, shares one reading", async () => {
  await leave(["a", "b"]);
  await blobs.write("global/shared", createReadStream(path), options);
  const readings = await Promise.all([1, 2].map(() => readContent({ blobs }, "global/shared", 1)));
  await blobs.remove(["global/shared"]);
  expect(new Set([...readings, await readContent({ blobs }, "global/shared", 1)]).size).toBe(1);
});

test("what a newer reader left in its place is read anew", async () => {
  const textsOf = async (extractor: number) =>
    (await readContent({ blobs }, "global/again", extractor)).content.map(({ content }) => content);
  await leave(["old"]);
  await blobs.write("global/again", createReadStream(path), options);
  expect(await textsOf(1)).toEqual(["old"]);
  await leave(["new"]);
  await blobs.write("global/again", createReadStream(path), options);
  expect(await textsOf(2)).toEqual(["new"]);
});

test("a content that is cut, or gone, is an error each time, and no text", async () => {
  await leave(["a", "b", "c"]);
  const whole = await readFile(path);
  for (const end of [whole.length - 1, whole.lastIndexOf("\n")]) {
    await blobs.write("global/cut", Readable.from([whole.subarray(0, end)]), options);
    for (const _ of [1, 2]) await expect(readContent({ blobs }, "global/cut", 1)).rejects.toThrow();
  }
  await expect(readContent({ blobs }, "global/none", 1)).rejects.toMatchObject({ code: "notFound" });
});
