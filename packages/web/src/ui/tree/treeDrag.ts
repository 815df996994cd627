import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { pointerOutsideOfPreview } from "@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { getElementFromPointWithoutHoneypot } from "@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot";
import { createAutoScroll } from "./autoScroll.ts";
import classes from "./treeDrag.module.css";

export interface DragRow {
  id: string;
  /** The id of the folder that receives items dropped on this row; null moves them out of any folder. */
  folderId: string | null;
  isDraggable: boolean;
}

export interface TreeDragHandlers {
  /** Returns the row that contains an element; null if no row does. */
  rowAt: (element: Element) => DragRow | null;
  /** Returns the ids to drag: only this item, or all checked items if this item is checked. */
  getDraggedIds: (id: string) => readonly string[];
  /** The text of the drag preview. */
  getDragLabel: (ids: readonly string[]) => string;
  /** Reports the id of the folder under the pointer: null if there is none, `undefined` outside of the tree. */
  onDragOver: (folderId: string | null | undefined) => void;
  onDrop: (ids: readonly string[], folderId: string | null) => void;
}

/**
 * Enables drag and drop of a tree's items, by mouse or long press; Esc cancels a drag. Returns a function that disables
 * it. A row becomes draggable only on pointer down, so that rows render without any setup for dragging.
 */
export function startTreeDrag(scroller: HTMLElement, handlers: TreeDragHandlers): () => void {
  /** Identifies drags of this tree, because a page may have several trees. */
  const treeSymbol = Symbol("tree");
  const autoScroll = createAutoScroll(scroller);
  let hoveredFolderId: string | null | undefined;
  const setHoveredFolder = (folderId: string | null | undefined) => {
    if (folderId === hoveredFolderId) return;
    hoveredFolderId = folderId;
    handlers.onDragOver(folderId);
  };

  let removeDraggable = () => {};
  const onPointerDown = ({ target }: PointerEvent) => {
    removeDraggable();
    removeDraggable = () => {};
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-drag-row]") : null;
    const row = element && handlers.rowAt(element);
    if (!element || !row?.isDraggable) return;
    removeDraggable = draggable({
      element,
      getInitialData: () => ({ tree: treeSymbol, ids: handlers.getDraggedIds(row.id) }),
      onGenerateDragPreview: ({ nativeSetDragImage, source }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: "12px", y: "8px" }),
          render: ({ container }) => container.append(createPreview(handlers.getDragLabel(idsOf(source.data)))),
        }),
      onDragStart: () => element.setAttribute("data-dragged", ""),
      onDrop: () => element.removeAttribute("data-dragged"),
    });
  };
  scroller.addEventListener("pointerdown", onPointerDown);

  const stop = combine(
    monitorForElements({
      canMonitor: ({ source }) => source.data.tree === treeSymbol,
      onDrag: ({ location: { current } }) => {
        autoScroll.move(current.input);
        setHoveredFolder(folderIdOf(current.dropTargets[0]?.data));
      },
      onDrop: ({ source, location }) => {
        autoScroll.stop();
        setHoveredFolder(undefined);
        const folderId = folderIdOf(location.current.dropTargets[0]?.data);
        if (folderId !== undefined) handlers.onDrop(idsOf(source.data), folderId);
      },
    }),
    dropTargetForElements({
      element: scroller,
      canDrop: ({ source }) => source.data.tree === treeSymbol,
      getData({ input }) {
        const element = getElementFromPointWithoutHoneypot({ x: input.clientX, y: input.clientY });
        // A drop beside the rows moves items out of their folder, like a drop on a row without a folder.
        return { folderId: (element && handlers.rowAt(element)?.folderId) ?? null };
      },
    }),
  );
  scroller.setAttribute("data-drags", "");
  return () => {
    scroller.removeAttribute("data-drags");
    scroller.removeEventListener("pointerdown", onPointerDown);
    removeDraggable();
    autoScroll.stop();
    stop();
  };
}

type DragData = Record<string | symbol, unknown>;

function idsOf({ ids }: DragData): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

function folderIdOf(data: DragData | undefined): string | null | undefined {
  const folderId = data?.folderId;
  return typeof folderId === "string" || folderId === null ? folderId : undefined;
}

function createPreview(label: string): HTMLElement {
  const preview = document.createElement("div");
  preview.className = classes.preview ?? "";
  preview.textContent = label;
  return preview;
}
