/** What a tree shows, from above: a flat list, in which what a closed folder holds is left out. */
export type TreeRow<Value> = TreeHeading | TreeNote | TreeFolder | TreeItem<Value>;

/** A line over the rows that follow; it takes no focus. */
export interface TreeHeading {
  kind: "heading";
  id: string;
  label: string;
}

/** A sentence among the rows, such as that nothing was found, of two lines at most; it takes no focus. */
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
  /** How many items are in it. */
  count: number;
  canRename: boolean;
  /** Items may be dropped on it. */
  acceptsDrops: boolean;
  /** A mark behind its name, such as that it is pinned: an id that `renderFolderMark` knows. */
  mark?: string | undefined;
  hasMenu: boolean;
}

export interface TreeItem<Value> {
  kind: "item";
  id: string;
  name: string;
  /** The folder of this tree that it is in; null: none. */
  folderId: string | null;
  value: Value;
  /** Where it is higher than other rows, in CSS px. */
  heightPx?: number;
  /** It can be opened, and nothing else: it has no menu, no name to change, is neither dragged nor checked. */
  isPlain?: boolean;
  /** False: its name is not changed here. */
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
 * Tells rows apart: a folder and an item may have the same id. An item's key is its id, because thousands of keys are asked for at
 * once; no id begins with a bracket.
 */
export function keyOfRow<Value>({ kind, id }: Pick<TreeRow<Value>, "kind" | "id">): string {
  return kind === "item" ? id : `[${kind}] ${id}`;
}

/** Whether two rows look the same, so that one need not be drawn again for the other. */
export function isSameRow<Value>(a: TreeRow<Value>, b: TreeRow<Value>): boolean {
  if (a === b) return true;
  const left: Record<string, unknown> = { ...a };
  const right: Record<string, unknown> = { ...b };
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
