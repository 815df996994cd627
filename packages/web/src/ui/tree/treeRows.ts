/** A visible row. A tree takes its rows as a flat list from top to bottom, without the contents of closed folders. */
export type TreeRow<Value> = TreeHeading | TreeNote | TreeFolder | TreeItem<Value>;

/** A heading above the rows that follow. Not focusable. */
export interface TreeHeading {
  kind: "heading";
  id: string;
  label: string;
}

/** A message among the rows, such as "nothing found"; at most two lines. Not focusable. */
export interface TreeNote {
  kind: "note";
  id: string;
  text: string;
}

export interface TreeFolder {
  kind: "folder";
  id: string;
  name: string;
  isOpen: boolean;
  /** The number of items in the folder. */
  count: number;
  canRename: boolean;
  /** True if items may be dropped on the folder. */
  acceptsDrops: boolean;
  /** The id of a mark after the folder's name, such as a pin, for `renderFolderMark`. */
  mark?: string | undefined;
  hasMenu: boolean;
}

export interface TreeItem<Value> {
  kind: "item";
  id: string;
  name: string;
  /** The id of the folder that contains the item; null if the item is in no folder. */
  folderId: string | null;
  value: Value;
  /** The row's height in CSS px, if it differs from other rows. */
  heightPx?: number;
  /** True if the item can only be opened. It has no menu and cannot be renamed, dragged or checked. */
  isPlain?: boolean;
  /** False if the item cannot be renamed in the tree. */
  canRename?: boolean;
}

export type FocusableRow<Value> = TreeFolder | TreeItem<Value>;

export function isFocusable<Value>(row: TreeRow<Value> | undefined): row is FocusableRow<Value> {
  return row?.kind === "folder" || row?.kind === "item";
}

export function isCheckable<Value>(row: TreeRow<Value> | undefined): row is TreeItem<Value> {
  return row?.kind === "item" && row.isPlain !== true;
}

/**
 * Returns a key that is unique in the tree, because a folder and an item may have the same id. An item's key is its
 * bare id, so that thousands of strings need not be built. No id starts with a bracket.
 */
export function keyOfRow<Value>({ kind, id }: Pick<TreeRow<Value>, "kind" | "id">): string {
  return kind === "item" ? id : `[${kind}] ${id}`;
}

/** True if all fields of two rows are identical, so that the row need not render again. */
export function isSameRow<Value>(a: TreeRow<Value>, b: TreeRow<Value>): boolean {
  if (a === b) return true;
  const left: Record<string, unknown> = { ...a };
  const right: Record<string, unknown> = { ...b };
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
