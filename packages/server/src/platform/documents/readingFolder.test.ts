import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { getOcrDataFolder } from "./ocrLanguages.ts";
import { createReadingFolder, getReadingFoldersRoot, removeAbandonedFolders } from "./readingFolder.ts";

test("removes the folders of dead processes, but not those of live processes and other hosts", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-reading-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const root = getReadingFoldersRoot(dataDir);
  await removeAbandonedFolders(root);
  const ownFolder = await createReadingFolder(root);
  const host = hostname().replace(/[^A-Za-z0-9.-]/g, "_");
  // No process has an id this high.
  for (const name of [`${host}~999999999~a`, "elsewhere~999999999~new", "elsewhere~7~old"])
    await mkdir(join(root, name));
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(join(root, "elsewhere~7~old"), longAgo, longAgo);
  await removeAbandonedFolders(root);
  expect(new Set((await readdir(root)).map((name) => join(root, name)))).toEqual(
    new Set([ownFolder, join(root, "elsewhere~999999999~new")]),
  );
});

test("an OCR language without installed data fails with its name and the package to install", () => {
  expect(getOcrDataFolder("eng")).toMatch(/eng/);
  expect(() => getOcrDataFolder("xyz")).toThrow(/OCR_LANGUAGES contains xyz.*npm install .*@tesseract\.js-data\/xyz/);
});
