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
  /** The folder that what is dropped on the row goes to; null: out of all folders. */
  folderId: string | null;
  isDraggable: boolean;
}

export interface TreeDragHandlers {
  /** The row that an element is in; null: none. */
  rowAt: (element: Element) => DragRow | null;
  /** What goes along when this item is dragged: itself, or all that are checked. */
  getDraggedIds: (id: string) => readonly string[];
  /** What the picture under the pointer says. */
  getDragLabel: (ids: readonly string[]) => string;
  /** Where it would be dropped: `undefined` where it would not. */
  onOver: (folderId: string | null | undefined) => void;
  onDrop: (ids: readonly string[], folderId: string | null) => void;
}

/**
 * Drag and drop of a tree's items, by mouse or a long touch, until the function that it gives is called. Esc ends it without a
 * change. A row is made ready to be dragged when it is pressed, so that drawing many rows costs nothing.
 */
export function startTreeDrag(scroller: HTMLElement, handlers: TreeDragHandlers): () => void {
  /** Marks what is of this tree: two of them may stand on one page. */
  const tree = Symbol("tree");
  const autoScroll = createAutoScroll(scroller);
  let over: string | null | undefined;
  const setHoveredFolder = (folderId: string | null | undefined) => {
    if (folderId === over) return;
    over = folderId;
    handlers.onOver(folderId);
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
      getInitialData: () => ({ tree, ids: handlers.getDraggedIds(row.id) }),
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

  const end = combine(
    monitorForElements({
      canMonitor: ({ source }) => source.data.tree === tree,
      onDrag: ({ location: { current } }) => {
        autoScroll.move(current.input);
        setHoveredFolder(folderOf(current.dropTargets[0]?.data));
      },
      onDrop: ({ source, location }) => {
        autoScroll.stop();
        setHoveredFolder(undefined);
        const folderId = folderOf(location.current.dropTargets[0]?.data);
        if (folderId !== undefined) handlers.onDrop(idsOf(source.data), folderId);
      },
    }),
    dropTargetForElements({
      element: scroller,
      canDrop: ({ source }) => source.data.tree === tree,
      getData({ input }) {
        const under = getElementFromPointWithoutHoneypot({ x: input.clientX, y: input.clientY });
        // What is let go beside the rows is taken out of its folder, as on a row that is in none.
        return { folderId: (under && handlers.rowAt(under)?.folderId) ?? null };
      },
    }),
  );
  scroller.setAttribute("data-drags", "");
  return () => {
    scroller.removeAttribute("data-drags");
    scroller.removeEventListener("pointerdown", onPointerDown);
    removeDraggable();
    autoScroll.stop();
    end();
  };
}

type DragData = Record<string | symbol, unknown>;

function idsOf({ ids }: DragData): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

function folderOf(data: DragData | undefined): string | null | undefined {
  const folderId = data?.folderId;
  return typeof folderId === "string" || folderId === null ? folderId : undefined;
}

function createPreview(label: string): HTMLElement {
  const picture = document.createElement("div");
  picture.className = classes.picture ?? "";
  picture.textContent = label;
  return picture;
}
