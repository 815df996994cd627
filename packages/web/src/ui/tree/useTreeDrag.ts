import { type RefObject, useEffect, useRef, useState } from "react";
import { whenIdle } from "../../lib/preload/whenIdle.ts";
import type { TreeDragHandlers } from "./treeDrag.ts";

/**
 * Enables drag and drop in a tree. The code is loaded when the browser is idle after the first paint. Returns the id of
 * the folder that would receive the dragged items: null if a drop would move them out of any folder, `undefined` if
 * nothing is dragged over the tree.
 */
export function useTreeDrag(
  scrollerRef: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  handlers: Omit<TreeDragHandlers, "onDragOver">,
): string | null | undefined {
  const [dropFolderId, setDropFolderId] = useState<string | null | undefined>(undefined);
  const latestHandlersRef = useRef(handlers);
  useEffect(() => {
    latestHandlersRef.current = handlers;
  });
  useEffect(() => {
    if (!isEnabled) return;
    let stop = () => {};
    let isDisposed = false;
    const load = async () => {
      const { startTreeDrag } = await import("./treeDrag.ts");
      if (isDisposed || !scrollerRef.current) return;
      stop = startTreeDrag(scrollerRef.current, {
        rowAt: (element) => latestHandlersRef.current.rowAt(element),
        getDraggedIds: (id) => latestHandlersRef.current.getDraggedIds(id),
        getDragLabel: (ids) => latestHandlersRef.current.getDragLabel(ids),
        onDragOver: setDropFolderId,
        onDrop: (ids, folderId) => latestHandlersRef.current.onDrop(ids, folderId),
      });
    };
    // If the code cannot be loaded, items can still be moved from their menus.
    const cancel = whenIdle(() => void load().catch(() => {}));
    return () => {
      isDisposed = true;
      cancel();
      stop();
      setDropFolderId(undefined);
    };
  }, [isEnabled, scrollerRef]);
  return dropFolderId;
}
