import { type RefObject, useEffect, useState } from "react";
import type { TreeHandle } from "../../../ui/tree/Tree.tsx";
import type { TreeRow } from "../../../ui/tree/treeRows.ts";

/**
 * Returns the function that moves the focus to a folder and scrolls to it, as soon as the tree shows it open among all
 * rows: these lag behind the end of a search. `rows`: empty during a search.
 */
export function useFolderFocus(
  rows: readonly TreeRow<unknown>[],
  treeRef: RefObject<TreeHandle | null>,
): (folderId: string) => void {
  const [awaitedId, setAwaitedId] = useState<string | null>(null);
  useEffect(() => {
    if (awaitedId === null || !rows.some((row) => row.kind === "folder" && row.id === awaitedId && row.isOpen)) return;
    const row = { kind: "folder", id: awaitedId } as const;
    setAwaitedId(null);
    // An effect cannot render the row, to which the focus moves, at once.
    requestAnimationFrame(() => {
      treeRef.current?.focus(row);
      treeRef.current?.reveal(row);
    });
  }, [awaitedId, rows, treeRef]);
  return setAwaitedId;
}
