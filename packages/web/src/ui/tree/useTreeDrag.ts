import { type RefObject, useEffect, useRef, useState } from "react";
import type { TreeDrag } from "./treeDrag.ts";

interface TreeDragHandlers {
  idsWith: (id: string) => readonly string[];
  labelOf: (ids: readonly string[]) => string;
  onDrop: (ids: readonly string[], folderId: string | null) => void;
}

/** Drag and drop for a tree, loaded when the page has been painted and has nothing else to do. Null before that. */
export function useTreeDrag(
  scroller: RefObject<HTMLElement | null>,
  isWanted: boolean,
  handlers: TreeDragHandlers,
): { drag: TreeDrag | null; dropFolderId: string | null | undefined } {
  const [drag, setDrag] = useState<TreeDrag | null>(null);
  const [dropFolderId, setDropFolderId] = useState<string | null | undefined>(undefined);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (!isWanted) return;
    let made: TreeDrag | null = null;
    let isOver = false;
    const load = async () => {
      const { createTreeDrag } = await import("./treeDrag.ts");
      if (isOver || !scroller.current) return;
      made = createTreeDrag({
        scroller: scroller.current,
        idsWith: (id) => latest.current.idsWith(id),
        labelOf: (ids) => latest.current.labelOf(ids),
        onOver: setDropFolderId,
        onDrop: (ids, folderId) => latest.current.onDrop(ids, folderId),
      });
      setDrag(made);
    };
    // Without the network there is nothing to drag with; the menus move as well.
    const cancel = whenIdle(() => void load().catch(() => {}));
    return () => {
      isOver = true;
      cancel();
      made?.end();
      setDrag(null);
    };
  }, [isWanted, scroller]);
  return { drag, dropFolderId };
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const request = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, 500);
  return () => clearTimeout(timer);
}
