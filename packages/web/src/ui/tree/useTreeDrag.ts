import { type RefObject, useEffect, useRef, useState } from "react";
import type { TreeDragHandlers } from "./treeDrag.ts";

/**
 * Enables drag and drop in a tree. The code is loaded when the browser is idle after the first paint. Returns the id of
 * the folder that would receive the dragged items: null if a drop would move them out of any folder, `undefined` if
 * nothing is dragged over the tree.
 */
export function useTreeDrag(
  scroller: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  handlers: Omit<TreeDragHandlers, "onDragOver">,
): string | null | undefined {
  const [dropFolderId, setDropFolderId] = useState<string | null | undefined>(undefined);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (!isEnabled) return;
    let stop = () => {};
    let isDisposed = false;
    const load = async () => {
      const { startTreeDrag } = await import("./treeDrag.ts");
      if (isDisposed || !scroller.current) return;
      stop = startTreeDrag(scroller.current, {
        rowAt: (element) => latest.current.rowAt(element),
        getDraggedIds: (id) => latest.current.getDraggedIds(id),
        getDragLabel: (ids) => latest.current.getDragLabel(ids),
        onDragOver: setDropFolderId,
        onDrop: (ids, folderId) => latest.current.onDrop(ids, folderId),
      });
    };
    // If the code cannot be loaded, items can still be moved from their menus.
    const cancel = runWhenIdle(() => void load().catch(() => {}));
    return () => {
      isDisposed = true;
      cancel();
      stop();
      setDropFolderId(undefined);
    };
  }, [isEnabled, scroller]);
  return dropFolderId;
}

/** Runs `task` when the browser is idle. Returns the cancel function. */
function runWhenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const request = requestIdleCallback(task, { timeout: 5000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(task, 500);
  return () => clearTimeout(timer);
}
