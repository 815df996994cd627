import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import classes from "./Tree.module.css";
import { type RowMenuProps, type TreeRowParts, TreeRowView } from "./TreeRowView.tsx";
import { type TreeChecking, toggleChecked } from "./treeChecking.ts";
import type { DragRow } from "./treeDrag.ts";
import { type FocusableRow, isCheckable, isFocusable, keyOfRow, type TreeItem, type TreeRow } from "./treeRows.ts";
import { useTreeDrag } from "./useTreeDrag.ts";
import { useTreeKeyboard } from "./useTreeKeyboard.ts";

export interface TreeHandle {
  /** Moves the focus to this row, or to the one that the arrow keys start from. */
  focus(row?: { kind: "folder" | "item"; id: string }): void;
}

export interface TreeProps<Value> {
  /** What the tree is called. */
  label: string;
  /** From above; at least one takes the focus. */
  rows: readonly TreeRow<Value>[];
  /** The item that is open. Where it changes, it is scrolled into view. */
  selectedId: string | null;
  /** Why no item can be opened now; null: it can. */
  blockedReason?: string | null;
  /** Null: items are opened, not checked. */
  checking?: TreeChecking | null;
  /** Phrasing content: it stands inside a button. Must stay the same function from draw to draw, as the next three. */
  renderItem: (row: TreeItem<Value>) => ReactNode;
  renderFolderMark?: (mark: string) => ReactNode;
  /** The open menu of a row: an `ActionMenu` with these props; lazy components are waited for. */
  renderMenu: (row: FocusableRow<Value>, menu: RowMenuProps) => ReactNode;
  /** What the field for a new name is called. */
  nameLabel: (row: FocusableRow<Value>) => string;
  maxNameLength: number;
  onOpen: (item: TreeItem<Value>) => void;
  onToggle: (folderId: string, isOpen: boolean) => void;
  /** `name`: what was typed, as it was typed. */
  onRename: (row: FocusableRow<Value>, name: string) => void;
  /** The key Delete; who hears it asks first. */
  onDelete?: (row: FocusableRow<Value>) => void;
  /** Items were dropped on a folder; null: out of all folders. Without it nothing can be dragged. */
  onDrop?: ((ids: readonly string[], folderId: string | null) => void) | undefined;
  /** What the picture of dragged items says. */
  dragLabel?: (ids: readonly string[]) => string;
  ref?: Ref<TreeHandle>;
}

const rowHeightPx = { pointer: 36, touch: 44 };
const headingHeightPx = 32;
const noteHeightPx = 44;
/** What is drawn before the window has been measured. */
const estimatedRect = { width: 280, height: 640 };

/**
 * Folders and items of two levels, of which only the rows in view are in the page. It is a treegrid: a row has a button for what it
 * is, and one for its menu; one row is reached by Tab, the others by the arrow keys, Home, End and typing. F2 renames in place.
 */
export function Tree<Value>(props: TreeProps<Value>) {
  const { label, rows, selectedId, blockedReason = null, checking = null, onDrop, ref } = props;
  const [activeKey, setWantedKey] = useState<string | null>(null);
  const [renamingKey, setRenamingKey] = useState<string | null>(null);
  const [rowHeight] = useState(() => (hasCoarsePointer() ? rowHeightPx.touch : rowHeightPx.pointer));
  const scroller = useRef<HTMLDivElement>(null);
  const shouldMoveFocus = useRef(false);
  /** Where a range of checked items begins. */
  const rangeAnchor = useRef<string | null>(null);
  const indexByKey = useMemo(() => indexOf(rows), [rows]);
  const tabStopIndex =
    indexByKey.get(activeKey ?? "") ?? indexByKey.get(selectedId ?? "") ?? rows.findIndex(isFocusable);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => getRowHeight(rows[index], rowHeight),
    getItemKey: useCallback((index: number) => keyAt(rows, index), [rows]),
    // The row that has the focus, or gets it by Tab, stays in the page however far it is scrolled out of view.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(tabStopIndex < 0 ? [] : [tabStopIndex])])].sort(
        (a, b) => a - b,
      ),
    overscan: 6,
    initialRect: estimatedRect,
  });
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const getDraggedIds = useCallback((id: string) => {
    const ids = latest.current.checking?.ids;
    return ids?.has(id) ? [...ids] : [id];
  }, []);
  const dropFolderId = useTreeDrag(scroller, onDrop !== undefined, {
    rowAt: (element) => toDragRow(rows[indexByKey.get(findRowKey(element) ?? "") ?? -1]),
    getDraggedIds,
    getDragLabel: (ids) => latest.current.dragLabel?.(ids) ?? String(ids.length),
    onDrop: (ids, folderId) => latest.current.onDrop?.(ids, folderId),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection moves the list, not a change of it.
  useLayoutEffect(() => {
    const index = indexByKey.get(selectedId ?? "");
    if (index !== undefined) virtualizer.scrollToIndex(index);
  }, [selectedId]);

  const check = useCallback((item: TreeItem<Value>, isRange: boolean) => {
    const { checking: now, rows: all } = latest.current;
    if (!now) return;
    const rangeStart = isRange ? rangeAnchor.current : null;
    if (rangeStart === null) rangeAnchor.current = item.id;
    now.onChange(toggleChecked(now.ids, all, item, rangeStart));
  }, []);

  const { renderItem, renderFolderMark, renderMenu, nameLabel, maxNameLength } = props;
  const parts = useMemo<TreeRowParts<Value>>(
    () => ({
      renderItem,
      renderFolderMark,
      renderMenu,
      nameLabel,
      maxNameLength,
      press(row, event: MouseEvent) {
        setWantedKey(keyOfRow(row));
        const { current } = latest;
        if (row.kind === "folder") current.onToggle(row.id, !row.isOpen);
        else if (current.checking && !row.isPlain) check(row, event.shiftKey);
        // The second press of a double one opens nothing once more.
        else if (!current.blockedReason && event.detail < 2) current.onOpen(row);
      },
      startRename(row) {
        // What is typed stays in the page however far the list is scrolled.
        setWantedKey(keyOfRow(row));
        setRenamingKey(keyOfRow(row));
      },
      endRename(row, name, { keepsFocus }) {
        setRenamingKey(null);
        shouldMoveFocus.current = keepsFocus;
        if (keepsFocus) setWantedKey(keyOfRow(row));
        if (name !== null) latest.current.onRename(row, name);
      },
    }),
    [renderItem, renderFolderMark, renderMenu, nameLabel, maxNameLength, check],
  );

  const focusTabStop = useCallback(() => {
    scroller.current?.querySelector<HTMLElement>('[data-tree-row][tabindex="0"]')?.focus({ preventScroll: true });
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      focus(row) {
        if (row) flushSync(() => setWantedKey(keyOfRow(row)));
        focusTabStop();
      },
    }),
    [focusTabStop],
  );
  useLayoutEffect(() => {
    if (!shouldMoveFocus.current) return;
    shouldMoveFocus.current = false;
    focusTabStop();
  });

  const moveFocusTo = (index: number) => {
    shouldMoveFocus.current = true;
    setWantedKey(keyAt(rows, index));
    virtualizer.scrollToIndex(index);
  };
  const onKeyDown = useTreeKeyboard({
    rows,
    indexByKey,
    checking,
    moveFocusTo,
    startRename: setRenamingKey,
    onToggle: props.onToggle,
    onDelete: props.onDelete,
  });

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-multiselectable={checking ? true : undefined}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table's rows cannot stand where they like */}
      <div role="rowgroup" className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          const isItem = row.kind === "item";
          const isSelected = isItem && row.id === selectedId;
          const isChecked = checking && isCheckable(row) ? checking.ids.has(row.id) : checking ? false : null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: the button in it has the focus
            <div
              key={key}
              role="row"
              aria-rowindex={index + 1}
              aria-level={isItem && row.folderId !== null ? 2 : 1}
              aria-expanded={row.kind === "folder" ? row.isOpen : undefined}
              aria-selected={checking && isCheckable(row) ? checking.ids.has(row.id) : undefined}
              className={classes.item}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <TreeRowView
                row={row}
                // The rows and what draws them are of one tree, and so of one kind of value.
                parts={parts as TreeRowParts<unknown>}
                isSelected={isSelected}
                isTabStop={index === tabStopIndex}
                isRenaming={keyOfRow(row) === renamingKey}
                isChecked={isChecked}
                isDropTarget={dropFolderId !== undefined && isFocusable(row) && folderOf(row) === dropFolderId}
                blockedReason={isItem ? blockedReason : null}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function indexOf<Value>(rows: readonly TreeRow<Value>[]): Map<string, number> {
  return new Map(rows.map((row, index) => [keyOfRow(row), index]));
}

function keyAt<Value>(rows: readonly TreeRow<Value>[], index: number): string {
  const row = rows[index];
  return row ? keyOfRow(row) : String(index);
}

function getRowHeight<Value>(row: TreeRow<Value> | undefined, rowHeight: number): number {
  if (row?.kind === "item") return row.heightPx ?? rowHeight;
  if (row?.kind === "folder") return rowHeight;
  return row?.kind === "note" ? noteHeightPx : headingHeightPx;
}

function findRowKey(element: Element): string | undefined {
  return element.closest('[role="row"]')?.querySelector<HTMLElement>("[data-tree-row]")?.dataset.treeRow;
}

function toDragRow<Value>(row: TreeRow<Value> | undefined): DragRow | null {
  if (!isFocusable(row)) return null;
  const acceptsDrops = row.kind === "item" || row.acceptsDrops;
  return { id: row.id, folderId: acceptsDrops ? folderOf(row) : null, isDraggable: isCheckable(row) };
}

const folderOf = <Value,>(row: FocusableRow<Value>) => (row.kind === "folder" ? row.id : row.folderId);
const hasCoarsePointer = () => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
