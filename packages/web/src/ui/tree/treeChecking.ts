import { listIdsBetween } from "./treeKeys.ts";
import { isCheckable, keyOfRow, type TreeItem, type TreeRow } from "./treeRows.ts";

/** The checked items in multi-select mode. */
export interface TreeChecking {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

/**
 * Returns the checked ids after a click on `item`. Toggles the item, or checks all items from the one with the id
 * `rangeAnchor` to this one if there is such an item.
 */
export function toggleChecked<Value>(
  ids: ReadonlySet<string>,
  rows: readonly TreeRow<Value>[],
  item: TreeItem<Value>,
  rangeAnchor: string | null,
): Set<string> {
  const from = rows.findIndex((row) => isCheckable(row) && row.id === rangeAnchor);
  if (from < 0) return withChecked(ids, [item.id], !ids.has(item.id));
  const to = rows.findIndex((row) => keyOfRow(row) === keyOfRow(item));
  return withChecked(ids, listIdsBetween(rows, from, to), true);
}

/** Returns the ids with all visible items of a folder checked, or unchecked if all were checked. */
export function toggleFolderChecked<Value>(
  ids: ReadonlySet<string>,
  rows: readonly TreeRow<Value>[],
  folderId: string,
): Set<string> {
  const folderIds = rows.filter((row) => isCheckable(row) && row.folderId === folderId).map(({ id }) => id);
  return withChecked(ids, folderIds, !folderIds.every((id) => ids.has(id)));
}

export function withChecked(ids: ReadonlySet<string>, changedIds: readonly string[], isChecked: boolean): Set<string> {
  const next = new Set(ids);
  for (const id of changedIds) {
    if (isChecked) next.add(id);
    else next.delete(id);
  }
  return next;
}
