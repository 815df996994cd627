import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  avoidObstacle,
  type Box,
  type Corner,
  chooseStartPlace,
  clampCorner,
  getStartLocation,
  moveByKey,
  type PluginLocation,
  placeSelector,
  type Size,
  type StartPlace,
  toLocation,
} from "./placement.ts";

interface MovableOptions {
  /** Where a person has moved the box; null: nowhere yet. */
  location: PluginLocation | null;
  /** True if the conversation has no messages. */
  isEmpty: boolean;
  save: (location: PluginLocation) => void;
}

type HandleProps = Pick<
  React.ComponentPropsWithRef<"button">,
  | "onPointerDown"
  | "onPointerMove"
  | "onPointerUp"
  | "onPointerCancel"
  | "onLostPointerCapture"
  | "onClickCapture"
  | "onKeyDown"
  | "onBlur"
>;

interface Movable {
  boxRef: RefObject<HTMLElement | null>;
  /** An element that is as wide as the messages and in their place. */
  columnRef: RefObject<HTMLDivElement | null>;
  /** Where the box is shown; null until its size is known. */
  corner: Corner | null;
  /** The place that was chosen for it; null: a person has moved it. */
  startPlace: StartPlace | null;
  isDragged: boolean;
  /** Where the box is after the last key press; null: it has not been moved by keys. */
  movedByKeys: Corner | null;
  /** For any button of the box. A press that moves the box is no click. */
  handleProps: HandleProps;
}

interface Sizes {
  area: Size;
  box: Size;
  columnLeft: number;
  /** The message field, in the area; null: it is outside. */
  field: Box | null;
}

interface Drag {
  from: { x: number; y: number };
  /** From the pointer to the corner of the box. */
  offset: Corner;
  /** Null until the pointer has moved far enough for a drag. */
  corner: Corner | null;
}

const dragDistancePx = 4;

/** Lets a person move a box within its parent by a handle, with a pointer, a finger or the arrow keys. */
export function useMovable({ location, isEmpty, save }: MovableOptions): Movable {
  const boxRef = useRef<HTMLElement>(null);
  const columnRef = useRef<HTMLDivElement>(null);
  const wasDraggedRef = useRef(false);
  const [sizes, setSizes] = useState<Sizes | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [movedByKeys, setMovedByKeys] = useState<Corner | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: The field has another place in a chat without messages.
  useLayoutEffect(() => {
    const box = boxRef.current;
    const column = columnRef.current;
    const area = box?.parentElement;
    if (!area || !box || !column) return;
    const thread = area.parentElement?.querySelector("[data-list-bounds]");
    const field = thread?.querySelector("[data-foot] form") ?? null;
    const measure = () =>
      setSizes({
        ...{ area: sizeOf(area), box: sizeOf(box), columnLeft: column.offsetLeft },
        field: field && boxIn(area, field),
      });
    measure();
    let frame = 0;
    // In the next frame, because what is measured may move the box, which would be observed again in this one.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    // The parts of the thread decide where the field is.
    for (const element of [area, box, column, ...(thread?.children ?? [])]) observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [isEmpty]);

  const startPlace = location || !sizes ? null : chooseStartPlace(sizes.columnLeft, isEmpty);
  const shownLocation = startPlace && sizes ? getStartLocation(startPlace, sizes.box, sizes.columnLeft) : location;
  const placed = sizes && shownLocation && place(placeSelector(shownLocation, sizes.box, sizes.area), sizes);
  const corner = sizes && drag?.corner ? place(drag.corner, sizes) : placed;

  return {
    ...{ boxRef, columnRef, corner, startPlace, movedByKeys },
    isDragged: Boolean(drag?.corner),
    handleProps: {
      onPointerDown(event: PointerEvent) {
        wasDraggedRef.current = false;
        if (!corner || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = { x: event.clientX, y: event.clientY };
        setDrag({ from, offset: { left: corner.left - from.x, top: corner.top - from.y }, corner: null });
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (!drag) return;
        const { from, offset } = drag;
        if (!drag.corner && Math.hypot(clientX - from.x, clientY - from.y) < dragDistancePx) return;
        wasDraggedRef.current = true;
        setDrag({ ...drag, corner: { left: offset.left + clientX, top: offset.top + clientY } });
      },
      onPointerUp() {
        if (drag?.corner && corner && sizes) save(toLocation(corner, sizes.area));
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
      onLostPointerCapture: () => setDrag(null),
      onClickCapture(event: MouseEvent) {
        // A key press also causes a click, which has no detail.
        if (!wasDraggedRef.current || event.detail === 0) return;
        wasDraggedRef.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyDown(event: KeyboardEvent) {
        if (!sizes || !placed || event.altKey || event.ctrlKey || event.metaKey) return;
        const moved = moveByKey(placed, event.key, event.shiftKey);
        if (!moved) return;
        event.preventDefault();
        const next = place(moved, sizes);
        setMovedByKeys(next);
        if (!isSame(next, placed)) save(toLocation(next, sizes.area));
      },
      onBlur: () => setMovedByKeys(null),
    },
  };
}

/** Returns the nearest corner in the area at which the box does not cover the message field. */
const place = (corner: Corner, { box, area, field }: Sizes): Corner =>
  avoidObstacle(clampCorner(corner, box, area), box, area, field);

function boxIn(area: HTMLElement, element: Element): Box {
  const { left, top } = area.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
}

const sizeOf = ({ offsetWidth: width, offsetHeight: height }: HTMLElement): Size => ({ width, height });

const isSame = (a: Corner, b: Corner) => a.left === b.left && a.top === b.top;
