import { type FocusableRow, isCheckable, isFocusable, type TreeRow } from "./treeRows.ts";

/** What a key does to a tree whose focus is on a row; null: nothing. */
export type TreeMove = { kind: "focus"; index: number } | { kind: "open" | "close"; folderId: string };

/** Arrows, Home and End, as a tree takes them: left closes a folder or leads to it, right opens it or leads into it. */
export function moveForKey<Value>(rows: readonly TreeRow<Value>[], from: number, key: string): TreeMove | null {
  const row = rows[from];
  if (!isFocusable(row)) return null;
  switch (key) {
    case "ArrowDown":
      return focusNext(rows, from + 1, 1);
    case "ArrowUp":
      return focusNext(rows, from - 1, -1);
    case "Home":
      return focusNext(rows, 0, 1);
    case "End":
      return focusNext(rows, rows.length - 1, -1);
    case "ArrowLeft":
      return moveOut(rows, row);
    case "ArrowRight":
      return moveIn(rows, row, from);
    default:
      return null;
  }
}

/** The next row, around the end to the beginning, whose name begins with what was typed; null: none. */
export function findByTypeAhead<Value>(rows: readonly TreeRow<Value>[], from: number, typed: string): number | null {
  const wanted = typed.toLocaleLowerCase();
  // One letter leads on from row to row; more of a name may still be the name of this one.
  const first = typed.length === 1 ? from + 1 : from;
  for (let step = 0; step < rows.length; step++) {
    const index = (first + step) % rows.length;
    const row = rows[index];
    if (isFocusable(row) && row.name.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return null;
}

/** Ids of the items from one row to another, both included, whichever is above. */
export function idsBetween<Value>(rows: readonly TreeRow<Value>[], one: number, other: number): string[] {
  return rows
    .slice(Math.min(one, other), Math.max(one, other) + 1)
    .filter(isCheckable)
    .map(({ id }) => id);
}

function focusNext<Value>(rows: readonly TreeRow<Value>[], start: number, by: 1 | -1): TreeMove | null {
  for (let index = start; index >= 0 && index < rows.length; index += by) {
    if (isFocusable(rows[index])) return { kind: "focus", index };
  }
  return null;
}

function moveOut<Value>(rows: readonly TreeRow<Value>[], row: FocusableRow<Value>): TreeMove | null {
  if (row.kind === "folder") return row.isOpen ? { kind: "close", folderId: row.id } : null;
  if (row.folderId === null) return null;
  const index = rows.findIndex((other) => other.kind === "folder" && other.id === row.folderId);
  return index < 0 ? null : { kind: "focus", index };
}

function moveIn<Value>(rows: readonly TreeRow<Value>[], row: FocusableRow<Value>, from: number): TreeMove | null {
  if (row.kind !== "folder") return null;
  if (!row.isOpen) return { kind: "open", folderId: row.id };
  const next = rows[from + 1];
  return next?.kind === "item" && next.folderId === row.id ? { kind: "focus", index: from + 1 } : null;
}
