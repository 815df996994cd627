import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { createDiskBlobStore } from "../../platform/blobStore/diskBlobStore.ts";
import type { UncountedItem } from "../../platform/documents/child/itemCollector.ts";
import { writeText } from "../../platform/documents/child/writeText.ts";
import { outputFileNames } from "../../platform/documents/outputFileNames.ts";
import { loadDocumentContent } from "./loadDocumentContent.ts";

const folder = await mkdtemp(join(tmpdir(), "lectern-content-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const blobs = createDiskBlobStore({ folder: join(folder, "blobs"), isSingleProcess: true });
const platform = { blobs, state: new Map() };
const contentPath = join(folder, outputFileNames.content);
const blobOptions = { type: "application/json", maxBytes: 1e9 };

const testTask = {
  path: "",
  name: "a.txt",
  kind: null,
  folder,
  memoryBytes: 1,
  maxMemoryBytes: 1,
  timeoutMs: 1,
  encoding: null,
  ocrLanguages: null,
};

/** Writes these texts to `contentPath` in the reader's format. */
async function writeContent(texts: readonly string[]): Promise<void> {
  const items = texts.map((content, index): UncountedItem => {
    return { content, location: { line: index + 1 }, canSplit: true, kind: "paragraph" };
  });
  await writeText(testTask, items, { title: "A\nB" }, () => undefined);
}

test.each([1, 2, 20_000])("content of %i items is loaded with all locations", async (count) => {
  const texts = Array.from({ length: count }, (_, index) => `Line ${index}],\n"ends" }]},`);
  await writeContent(texts);
  await blobs.write(`global/${count}`, createReadStream(contentPath), blobOptions);
  const { content, totalItems, locationProperties } = await loadDocumentContent(platform, `global/${count}`, 1);
  expect(content.map((item) => item.content)).toEqual(texts);
  expect([totalItems, locationProperties, content.at(-1)?.location]).toEqual([count, ["line"], { line: count }]);
});

test("content that would be too large to load is rejected when the document is read", async () => {
  const location = { heading: "標".repeat(300) };
  const item: UncountedItem = { content: "x", location, canSplit: true, kind: "paragraph" };
  const items = Array.from({ length: 140_000 }, () => item);
  await expect(writeText(testTask, items, {}, () => undefined)).rejects.toMatchObject({
    failure: "tooMuch",
    userMessage: expect.stringContaining("the limit is 128 MB of text with its headings."),
  });
});

test("concurrent and later calls share one read", async () => {
  await writeContent(["a", "b"]);
  await blobs.write("global/shared", createReadStream(contentPath), blobOptions);
  const contents = await Promise.all([1, 2].map(() => loadDocumentContent(platform, "global/shared", 1)));
  await blobs.remove(["global/shared"]);
  expect(new Set([...contents, await loadDocumentContent(platform, "global/shared", 1)]).size).toBe(1);
});

test("content that a newer reader has overwritten is loaded again", async () => {
  const loadTexts = async (readerVersion: number) =>
    (await loadDocumentContent(platform, "global/again", readerVersion)).content.map(({ content }) => content);
  await writeContent(["old"]);
  await blobs.write("global/again", createReadStream(contentPath), blobOptions);
  expect(await loadTexts(1)).toEqual(["old"]);
  await writeContent(["new"]);
  await blobs.write("global/again", createReadStream(contentPath), blobOptions);
  expect(await loadTexts(2)).toEqual(["new"]);
});

test("truncated or missing content causes an error each time", async () => {
  await writeContent(["a", "b", "c"]);
  const wholeContent = await readFile(contentPath);
  for (const end of [wholeContent.length - 1, wholeContent.lastIndexOf("\n")]) {
    await blobs.write("global/cut", Readable.from([wholeContent.subarray(0, end)]), blobOptions);
    for (const _ of [1, 2]) await expect(loadDocumentContent(platform, "global/cut", 1)).rejects.toThrow();
  }
  await expect(loadDocumentContent(platform, "global/none", 1)).rejects.toMatchObject({ code: "notFound" });
});
