import { describe, expect, test } from "vitest";
import { toggleChecked, toggleFolderChecked } from "./treeChecking.ts";
import type { TreeItem, TreeRow } from "./treeRows.ts";

const createItem = (id: string, folderId: string | null = null): TreeItem<null> => ({
  kind: "item",
  id,
  name: id,
  folderId,
  value: null,
});
const [a, b, c, d] = [createItem("a", "f"), createItem("b", "f"), createItem("c"), createItem("d")];
const rows: TreeRow<null>[] = [
  { kind: "folder", id: "f", name: "f", isOpen: true, count: 2, canRename: true, acceptsDrops: true, hasMenu: true },
  a,
  b,
  { kind: "heading", id: "today", label: "Today" },
  c,
  { ...createItem("hit"), isPlain: true },
  d,
];

describe("checking", () => {
  test("toggles one item", () => {
    expect([...toggleChecked(new Set(["a"]), rows, c, null)]).toEqual(["a", "c"]);
    expect([...toggleChecked(new Set(["a", "c"]), rows, c, null)]).toEqual(["a"]);
  });

  test("checks a range of items in either direction, and skips rows that cannot be checked", () => {
    expect([...toggleChecked(new Set(["b"]), rows, d, "b")]).toEqual(["b", "c", "d"]);
    expect(toggleChecked(new Set(["d"]), rows, a, "d")).toEqual(new Set(["a", "b", "c", "d"]));
  });

  test("checks one item if the start of the range is gone", () => {
    expect([...toggleChecked(new Set(), rows, c, "gone")]).toEqual(["c"]);
  });

  test("checks and unchecks a whole folder", () => {
    expect([...toggleFolderChecked(new Set(["a", "d"]), rows, "f")]).toEqual(["a", "d", "b"]);
    expect([...toggleFolderChecked(new Set(["a", "b", "d"]), rows, "f")]).toEqual(["d"]);
  });
});
