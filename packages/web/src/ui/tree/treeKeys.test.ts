import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findByTypeAhead, getMoveForKey, listIdsBetween } from "./treeKeys.ts";
import { isFocusable, type TreeFolder, type TreeItem, type TreeRow } from "./treeRows.ts";

const createFolder = (id: string, isOpen: boolean): TreeFolder => ({
  kind: "folder",
  id,
  name: id,
  isOpen,
  count: 1,
  canRename: true,
  acceptsDrops: true,
  hasMenu: true,
});
const createItem = (id: string, folderId: string | null = null): TreeItem<null> => ({
  kind: "item",
  id,
  name: id,
  folderId,
  value: null,
});

const rows: TreeRow<null>[] = [
  createFolder("open", true),
  createItem("within", "open"),
  createFolder("closed", false),
  { kind: "heading", id: "today", label: "Today" },
  createItem("alone"),
  createItem("also alone"),
];

describe("the keys of a tree", () => {
  test("up and down skip headings and stop at the ends", () => {
    expect(getMoveForKey(rows, 2, "ArrowDown")).toEqual({ kind: "focus", index: 4 });
    expect(getMoveForKey(rows, 4, "ArrowUp")).toEqual({ kind: "focus", index: 2 });
    expect(getMoveForKey(rows, 5, "ArrowDown")).toBeNull();
    expect(getMoveForKey(rows, 0, "ArrowUp")).toBeNull();
  });

  test("Home and End move to the first and the last row", () => {
    expect(getMoveForKey(rows, 2, "Home")).toEqual({ kind: "focus", index: 0 });
    expect(getMoveForKey(rows, 2, "End")).toEqual({ kind: "focus", index: 5 });
  });

  test("right opens a folder or moves into an open one; left closes it or moves from an item to its folder", () => {
    expect(getMoveForKey(rows, 2, "ArrowRight")).toEqual({ kind: "open", folderId: "closed" });
    expect(getMoveForKey(rows, 0, "ArrowRight")).toEqual({ kind: "focus", index: 1 });
    expect(getMoveForKey(rows, 1, "ArrowLeft")).toEqual({ kind: "focus", index: 0 });
    expect(getMoveForKey(rows, 0, "ArrowLeft")).toEqual({ kind: "close", folderId: "open" });
    expect(getMoveForKey(rows, 4, "ArrowLeft")).toBeNull();
  });

  test("right does nothing on an open, empty folder", () => {
    expect(getMoveForKey([createFolder("empty", true), createItem("alone")], 0, "ArrowRight")).toBeNull();
  });

  test("only move to focusable rows", () => {
    const row = fc.oneof(
      fc.boolean().map((isOpen) => createFolder("f", isOpen)),
      fc.constantFrom("f", null).map((folderId) => createItem("i", folderId)),
      fc.constant<TreeRow<null>>({ kind: "heading", id: "h", label: "h" }),
      fc.constant<TreeRow<null>>({ kind: "note", id: "n", text: "n" }),
    );
    const key = fc.constantFrom("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "x");
    fc.assert(
      fc.property(fc.array(row), fc.nat(20), key, (list, from, pressed) => {
        const move = getMoveForKey(list, from, pressed);
        if (move?.kind === "focus") expect(isFocusable(list[move.index])).toBe(true);
      }),
    );
  });
});

describe("typing in a tree", () => {
  test("moves to the next name with that prefix, and wraps around", () => {
    expect(findByTypeAhead(rows, 0, "a")).toBe(4);
    expect(findByTypeAhead(rows, 4, "a")).toBe(5);
    expect(findByTypeAhead(rows, 5, "a")).toBe(4);
    expect(findByTypeAhead(rows, 4, "ALSO")).toBe(5);
    expect(findByTypeAhead(rows, 5, "als")).toBe(5);
    expect(findByTypeAhead(rows, 0, "today")).toBeNull();
    expect(findByTypeAhead([], 0, "a")).toBeNull();
  });
});

test("a range contains the items between two rows in either order, and no folders", () => {
  expect(listIdsBetween(rows, 4, 1)).toEqual(["within", "alone"]);
  expect(listIdsBetween(rows, 1, 4)).toEqual(["within", "alone"]);
});
