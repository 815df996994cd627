import { idsBetween } from "./treeKeys.ts";
import { isCheckable, keyOfRow, type TreeItem, type TreeRow } from "./treeRows.ts";

/** Which items are checked while several are chosen. */
export interface TreeChecking {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

/** What is checked after an item was pressed: the other way than before, or all from `rangeAnchor` on where that is the id of a row. */
export function toggleChecked<Value>(
  ids: ReadonlySet<string>,
  rows: readonly TreeRow<Value>[],
  item: TreeItem<Value>,
  rangeAnchor: string | null,
): Set<string> {
  const from = rows.findIndex((row) => isCheckable(row) && row.id === rangeAnchor);
  if (from < 0) return withChecked(ids, [item.id], !ids.has(item.id));
  const to = rows.findIndex((row) => keyOfRow(row) === keyOfRow(item));
  return withChecked(ids, idsBetween(rows, from, to), true);
}

/** Checks all that are shown of a folder, or none of them where all were. */
export function toggleFolderChecked<Value>(
  ids: ReadonlySet<string>,
  rows: readonly TreeRow<Value>[],
  folderId: string,
): Set<string> {
  const inside = rows.filter((row) => isCheckable(row) && row.folderId === folderId).map(({ id }) => id);
  return withChecked(ids, inside, !inside.every((id) => ids.has(id)));
}

export function withChecked(ids: ReadonlySet<string>, changed: readonly string[], isChecked: boolean): Set<string> {
  const next = new Set(ids);
  for (const id of changed) {
    if (isChecked) next.add(id);
    else next.delete(id);
  }
  return next;
}
