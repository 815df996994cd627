import { foldText } from "@lectern/contract";
import { type FocusableRow, isCheckable, isFocusable, type TreeRow } from "./treeRows.ts";

/** The effect of a key press in a tree. */
export type TreeMove = { kind: "focus"; index: number } | { kind: "open" | "close"; folderId: string };

/**
 * Returns the effect of an arrow key, Home or End, as is usual in trees: left closes a folder or moves to it, right
 * opens a folder or moves into it. Null if the key has no effect.
 */
export function getMoveForKey<Value>(rows: readonly TreeRow<Value>[], from: number, key: string): TreeMove | null {
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

/** Returns the index of the next row whose name starts with the typed text, wrapping around; null if there is none. */
export function findByTypeAhead<Value>(
  rows: readonly TreeRow<Value>[],
  from: number,
  typedText: string,
): number | null {
  const prefix = foldText(typedText);
  // A single letter moves to the next match. A longer prefix may still match the current row.
  const startIndex = typedText.length === 1 ? from + 1 : from;
  for (let step = 0; step < rows.length; step++) {
    const index = (startIndex + step) % rows.length;
    const row = rows[index];
    if (isFocusable(row) && foldText(row.name).startsWith(prefix)) return index;
  }
  return null;
}

/** Returns the ids of the items from one row to another, inclusive, in either direction. */
export function listIdsBetween<Value>(
  rows: readonly TreeRow<Value>[],
  firstIndex: number,
  secondIndex: number,
): string[] {
  return rows
    .slice(Math.min(firstIndex, secondIndex), Math.max(firstIndex, secondIndex) + 1)
    .filter(isCheckable)
    .map(({ id }) => id);
}

function focusNext<Value>(rows: readonly TreeRow<Value>[], start: number, step: 1 | -1): TreeMove | null {
  for (let index = start; index >= 0 && index < rows.length; index += step) {
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
