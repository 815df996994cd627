import type { KeyboardEvent } from "react";
import { type TreeChecking, toggleFolderChecked, withChecked } from "./treeChecking.ts";
import { findByTypeAhead, getMoveForKey } from "./treeKeys.ts";
import { type FocusableRow, isCheckable, isFocusable, keyOfRow, type TreeRow } from "./treeRows.ts";
import { useTypeAhead } from "./useTypeAhead.ts";

interface TreeKeyboardOptions<Value> {
  rows: readonly TreeRow<Value>[];
  indexByKey: ReadonlyMap<string, number>;
  checking: TreeChecking | null;
  /** Moves the focus to a row. */
  moveFocusTo: (index: number) => void;
  startRename: (key: string) => void;
  onToggle: (folderId: string, isOpen: boolean) => void;
  onDelete: ((row: FocusableRow<Value>) => void) | undefined;
}

/** Handles keys while a row of a tree has the focus. The row's button handles Enter and, unless listed here, Space. */
export function useTreeKeyboard<Value>(tree: TreeKeyboardOptions<Value>): (event: KeyboardEvent<HTMLElement>) => void {
  const typeAhead = useTypeAhead();
  const { rows, indexByKey, checking, moveFocusTo } = tree;

  /** Returns true if the tree handled the key. */
  const press = (event: KeyboardEvent<HTMLElement>, index: number, row: FocusableRow<Value>): boolean => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey) {
      if (key === "a") checking?.onChange(new Set(rows.filter(isCheckable).map(({ id }) => id)));
      return key === "a" && checking !== null;
    }
    const move = getMoveForKey(rows, index, key);
    if (move?.kind === "focus") {
      const next = rows[move.index];
      if (event.shiftKey && checking && isCheckable(row) && isCheckable(next)) {
        checking.onChange(withChecked(checking.ids, [row.id, next.id], true));
      }
      moveFocusTo(move.index);
    } else if (move) tree.onToggle(move.folderId, move.kind === "open");
    else if (key === "F2" && canRename(row) && !checking) tree.startRename(keyOfRow(row));
    else if (key === "Delete" && !checking && hasActions(row)) tree.onDelete?.(row);
    else if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) openRowMenu(target);
    else if (key === " " && row.kind === "folder" && checking) {
      checking.onChange(toggleFolderChecked(checking.ids, rows, row.id));
    } else if ([...key].length === 1 && !(key === " " && typeAhead.isEmpty())) {
      const matchIndex = findByTypeAhead(rows, index, typeAhead.add(key));
      if (matchIndex !== null) moveFocusTo(matchIndex);
    } else return key === "Enter" && event.repeat; // A held key presses the button only once.
    return true;
  };

  return (event) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.treeRow : undefined;
    const index = indexByKey.get(key ?? "");
    const row = index === undefined ? undefined : rows[index];
    if (index === undefined || !isFocusable(row) || event.altKey) return;
    if (press(event, index, row)) event.preventDefault();
  };
}

function openRowMenu(target: EventTarget): void {
  if (!(target instanceof HTMLElement)) return;
  target.closest('[role="row"]')?.querySelector<HTMLElement>("[data-tree-menu]")?.click();
}

const canRename = <Value>(row: FocusableRow<Value>) =>
  row.kind === "folder" ? row.canRename : !row.isPlain && row.canRename !== false;
const hasActions = <Value>(row: FocusableRow<Value>) => row.kind === "folder" || !row.isPlain;
