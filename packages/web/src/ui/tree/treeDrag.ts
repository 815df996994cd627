import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { pointerOutsideOfPreview } from "@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { createAutoScroll } from "./autoScroll.ts";
import classes from "./treeDrag.module.css";

export interface TreeDrag {
  /** Lets a row be dragged and dropped on, until the function that it gives is called. */
  attach(element: HTMLElement, row: DragRow): () => void;
  end(): void;
}

interface DragRow {
  id: string;
  /** The folder that what is dropped on the row goes to; null: out of all folders. */
  folderId: string | null;
  isDraggable: boolean;
  canTake: boolean;
}

interface TreeDragOptions {
  scroller: HTMLElement;
  /** What goes along when this item is dragged: itself, or all that are checked. */
  idsWith: (id: string) => readonly string[];
  /** What the picture under the pointer says. */
  labelOf: (ids: readonly string[]) => string;
  /** Where it would be dropped: `undefined` where it would not. */
  onOver: (folderId: string | null | undefined) => void;
  onDrop: (ids: readonly string[], folderId: string | null) => void;
}

/** Drag and drop of a tree's items, by mouse or a long touch. Esc ends it without a change. */
export function createTreeDrag({ scroller, idsWith, labelOf, onOver, onDrop }: TreeDragOptions): TreeDrag {
  /** Marks what is of this tree: two of them may stand on one page. */
  const tree = Symbol("tree");
  const autoScroll = createAutoScroll(scroller);
  let over: string | null | undefined;
  const goOver = (folderId: string | null | undefined) => {
    if (folderId === over) return;
    over = folderId;
    onOver(folderId);
  };

  const endMonitor = monitorForElements({
    canMonitor: ({ source }) => source.data.tree === tree,
    onDrag: ({ location }) => autoScroll.move(location.current.input.clientY),
    onDropTargetChange: ({ location }) => goOver(folderOf(location.current.dropTargets[0]?.data)),
    onDrop: ({ source, location }) => {
      autoScroll.stop();
      goOver(undefined);
      const folderId = folderOf(location.current.dropTargets[0]?.data);
      const ids = source.data.ids;
      if (folderId !== undefined && Array.isArray(ids)) onDrop(ids, folderId);
    },
  });

  // What is let go beside the rows is taken out of its folder, as on a row that is in none.
  const endScroller = dropTargetForElements({
    element: scroller,
    canDrop: ({ source }) => source.data.tree === tree,
    getData: () => ({ folderId: null }),
  });

  return {
    attach: (element, { id, folderId, isDraggable, canTake }) =>
      combine(
        draggable({
          element,
          canDrag: () => isDraggable,
          getInitialData: () => ({ tree, ids: idsWith(id) }),
          onGenerateDragPreview: ({ nativeSetDragImage, source }) =>
            setCustomNativeDragPreview({
              nativeSetDragImage,
              getOffset: pointerOutsideOfPreview({ x: "12px", y: "8px" }),
              render: ({ container }) => {
                const { ids } = source.data;
                container.append(pictureOf(Array.isArray(ids) ? labelOf(ids) : ""));
              },
            }),
          onDragStart: () => element.setAttribute("data-dragged", ""),
          onDrop: () => element.removeAttribute("data-dragged"),
        }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => canTake && source.data.tree === tree,
          getData: () => ({ folderId }),
        }),
      ),
    end() {
      autoScroll.stop();
      endMonitor();
      endScroller();
    },
  };
}

function folderOf(data: Record<string | symbol, unknown> | undefined): string | null | undefined {
  const folderId = data?.folderId;
  return typeof folderId === "string" || folderId === null ? folderId : undefined;
}

function pictureOf(label: string): HTMLElement {
  const picture = document.createElement("div");
  picture.className = classes.picture ?? "";
  picture.textContent = label;
  return picture;
}
