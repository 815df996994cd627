import { builtInFolders, type Folder } from "@lectern/contract";
import { expect, test } from "vitest";
import { parseFolderSort, sortFolders } from "./sortFolders.ts";

const folder = (name: string, changes: Partial<Folder> = {}): Folder => ({
  id: name,
  name,
  type: "prompt",
  ...changes,
});
const folders = [
  folder("Beta", { date: "2026-11-03T00:00:00.000Z" }),
  folder("Of a group", { date: "2026-11-09T00:00:00.000Z", isGroupFolder: true, pinned: true }),
  folder("alpha", { date: "2026-11-01T00:00:00.000Z" }),
  folder("Pinned", { date: "2026-01-01T00:00:00.000Z", pinned: true }),
  folder("Gamma", { date: "2026-11-02T00:00:00.000Z" }),
];
const namesBy = (by: "date" | "name") => sortFolders(folders, by).map(({ name }) => name);

test("[A9.15] folders are sorted by date by default; pinned ones come first and those of groups last in any order", () => {
  expect(parseFolderSort(null)).toBe("date");
  expect(parseFolderSort("nonsense")).toBe("date");
  expect(namesBy("date")).toEqual(["Pinned", "Beta", "Gamma", "alpha", "Of a group"]);
  expect(namesBy("name")).toEqual(["Pinned", "alpha", "Beta", "Gamma", "Of a group"]);
});

test("sorted by date, dated folders come before the built-in ones, which keep their own order", () => {
  const mixedFolders = [...builtInFolders, folder("Dated", { date: "2026", pinned: true })].toReversed();
  expect(sortFolders(mixedFolders, "date").map(({ name }) => name)).toEqual([
    "Dated",
    "Agents",
    "assistants",
    "Helpers",
    "Custom Instructions",
  ]);
});
