import { type RefObject, useEffect, useRef, useState } from "react";
import type { TreeDragHandlers } from "./treeDrag.ts";

/**
 * Drag and drop for a tree, loaded when the page has been painted and has nothing else to do. Gives the folder that what is dragged
 * would be dropped into: null out of all folders, `undefined` nowhere.
 */
export function useTreeDrag(
  scroller: RefObject<HTMLElement | null>,
  isWanted: boolean,
  handlers: Omit<TreeDragHandlers, "onOver">,
): string | null | undefined {
  const [dropFolderId, setDropFolderId] = useState<string | null | undefined>(undefined);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (!isWanted) return;
    let end = () => {};
    let isOver = false;
    const load = async () => {
      const { startTreeDrag } = await import("./treeDrag.ts");
      if (isOver || !scroller.current) return;
      end = startTreeDrag(scroller.current, {
        rowAt: (element) => latest.current.rowAt(element),
        getDraggedIds: (id) => latest.current.getDraggedIds(id),
        getDragLabel: (ids) => latest.current.getDragLabel(ids),
        onOver: setDropFolderId,
        onDrop: (ids, folderId) => latest.current.onDrop(ids, folderId),
      });
    };
    // Without the network there is nothing to drag with; the menus move as well.
    const cancel = runWhenIdle(() => void load().catch(() => {}));
    return () => {
      isOver = true;
      cancel();
      end();
      setDropFolderId(undefined);
    };
  }, [isWanted, scroller]);
  return dropFolderId;
}

function runWhenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const request = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, 500);
  return () => clearTimeout(timer);
}
