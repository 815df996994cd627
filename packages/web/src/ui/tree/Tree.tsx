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
import fadeClasses from "../scrollFade.module.css";
import classes from "./Tree.module.css";
import { type RowMenuProps, type TreeRowParts, TreeRowView } from "./TreeRowView.tsx";
import { type TreeChecking, toggleChecked } from "./treeChecking.ts";
import type { DragRow } from "./treeDrag.ts";
import { type FocusableRow, isCheckable, isFocusable, keyOfRow, type TreeItem, type TreeRow } from "./treeRows.ts";
import { useTreeDrag } from "./useTreeDrag.ts";
import { useTreeKeyboard } from "./useTreeKeyboard.ts";

/** The height in px of the fade at the end of the list: a row that is scrolled to is above it. */
const fadeHeight = 24;

export interface TreeHandle {
  /** Moves the focus to this row, or by default to the row that Tab reaches. */
  focus(row?: { kind: "folder" | "item"; id: string }): void;
  /**
   * Scrolls to this row, which must be rendered: an item only if it is out of view or what has appeared below the tree
   * covers it, a folder to the middle, where its items follow.
   */
  reveal(row: { kind: "folder" | "item"; id: string }): void;
}

export interface TreeProps<Value> {
  /** The accessible name of the tree. */
  label: string;
  /** The rows from top to bottom. At least one is focusable. */
  rows: readonly TreeRow<Value>[];
  /** The id of the open item. When it changes, the tree scrolls the item into view. */
  selectedId: string | null;
  /** The reason why items cannot be opened now; null if they can. */
  blockedReason?: string | null;
  /** The checked items; null if items are opened instead of checked. */
  checking?: TreeChecking | null;
  /** Renders phrasing content, because the item is inside a button. This function and the next three must be stable. */
  renderItem: (row: TreeItem<Value>) => ReactNode;
  renderFolderMark?: (mark: string) => ReactNode;
  /** The open menu of a row: an `ActionMenu` with these props. May be a lazy component. */
  renderMenu: (row: FocusableRow<Value>, menu: RowMenuProps) => ReactNode;
  /** The accessible name of the rename field. This and the next two are absent if no row can be renamed. */
  getNameLabel?: (row: FocusableRow<Value>) => string;
  maxNameLength?: number;
  onOpen: (item: TreeItem<Value>) => void;
  onToggle: (folderId: string, isOpen: boolean) => void;
  /** Called when an item or a folder is renamed. `name` is the text as typed. */
  onRename?: (row: FocusableRow<Value>, name: string) => void;
  /** Called for the Delete key. Must ask for confirmation. */
  onDelete?: (row: FocusableRow<Value>) => void;
  /** Moves dropped items to a folder; null moves them out of any folder. If absent, nothing can be dragged. */
  onDrop?: ((ids: readonly string[], folderId: string | null) => void) | undefined;
  /** The text of the drag preview. */
  dragLabel?: (ids: readonly string[]) => string;
  ref?: Ref<TreeHandle>;
}

const rowHeightPx = { pointer: 36, touch: 44 };
const headingHeightPx = 32;
const noteHeightPx = 44;
/** The size of the tree, in CSS px, that is assumed for the first render, before the element is measured. */
const estimatedRect = { width: 280, height: 640 };

/**
 * A virtualized tree of folders and items on two levels, as an ARIA treegrid. A row has a button that opens it and one
 * that shows its menu. Tab reaches one row; arrow keys, Home, End and type-ahead reach the others. F2 renames in place.
 */
export function Tree<Value>(props: TreeProps<Value>) {
  const { label, rows, selectedId, blockedReason = null, checking = null, onDrop, ref } = props;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [renamingKey, setRenamingKey] = useState<string | null>(null);
  const [rowHeight] = useState(() => (hasCoarsePointer() ? rowHeightPx.touch : rowHeightPx.pointer));
  const scrollerRef = useRef<HTMLDivElement>(null);
  const shouldMoveFocusRef = useRef(false);
  /** The id of the item that a range selection starts from. */
  const rangeAnchorRef = useRef<string | null>(null);
  const indexByKey = useMemo(() => mapKeysToIndexes(rows), [rows]);
  const tabStopIndex =
    indexByKey.get(activeKey ?? "") ?? indexByKey.get(selectedId ?? "") ?? rows.findIndex(isFocusable);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: (index) => getRowHeight(rows[index], rowHeight),
    getItemKey: useCallback((index: number) => keyAt(rows, index), [rows]),
    // Always render the row that Tab reaches, even when it is scrolled out of view: it may have the focus.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(tabStopIndex < 0 ? [] : [tabStopIndex])])].sort(
        (a, b) => a - b,
      ),
    overscan: 6,
    scrollPaddingEnd: fadeHeight,
    initialRect: estimatedRect,
  });
  const latestPropsRef = useRef(props);
  useLayoutEffect(() => {
    latestPropsRef.current = props;
  });
  const getDraggedIds = useCallback((id: string) => {
    const ids = latestPropsRef.current.checking?.ids;
    return ids?.has(id) ? [...ids] : [id];
  }, []);
  const dropFolderId = useTreeDrag(scrollerRef, onDrop !== undefined, {
    rowAt: (element) => toDragRow(rows[indexByKey.get(findRowKey(element) ?? "") ?? -1]),
    getDraggedIds,
    getDragLabel: (ids) => latestPropsRef.current.dragLabel?.(ids) ?? String(ids.length),
    onDrop: (ids, folderId) => latestPropsRef.current.onDrop?.(ids, folderId),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll only when the selection changes
  useLayoutEffect(() => {
    const index = indexByKey.get(selectedId ?? "");
    if (index !== undefined) virtualizer.scrollToIndex(index);
  }, [selectedId]);

  const toggleItem = useCallback((item: TreeItem<Value>, isRange: boolean) => {
    const { checking: current, rows: allRows } = latestPropsRef.current;
    if (!current) return;
    const rangeStart = isRange ? rangeAnchorRef.current : null;
    if (rangeStart === null) rangeAnchorRef.current = item.id;
    current.onChange(toggleChecked(current.ids, allRows, item, rangeStart));
  }, []);

  const { renderItem, renderFolderMark, renderMenu, getNameLabel: nameLabel, maxNameLength } = props;
  const parts = useMemo<TreeRowParts<Value>>(
    () => ({
      renderItem,
      renderFolderMark,
      renderMenu,
      getNameLabel: nameLabel,
      maxNameLength,
      press(row, event: MouseEvent) {
        setActiveKey(keyOfRow(row));
        const { current } = latestPropsRef;
        if (row.kind === "folder") current.onToggle(row.id, !row.isOpen);
        else if (current.checking && !row.isPlain) toggleItem(row, event.shiftKey);
        // Ignore the second click of a double-click, which renames.
        else if (!current.blockedReason && event.detail < 2) current.onOpen(row);
      },
      startRename(row) {
        // Make this the row that is always rendered, so that scrolling does not remove the name field.
        setActiveKey(keyOfRow(row));
        setRenamingKey(keyOfRow(row));
      },
      endRename(row, name, { restoresFocus }) {
        setRenamingKey(null);
        shouldMoveFocusRef.current = restoresFocus;
        if (restoresFocus) setActiveKey(keyOfRow(row));
        if (name !== null) latestPropsRef.current.onRename?.(row, name);
      },
    }),
    [renderItem, renderFolderMark, renderMenu, nameLabel, maxNameLength, toggleItem],
  );

  const focusTabStop = useCallback(() => {
    scrollerRef.current?.querySelector<HTMLElement>('[data-tree-row][tabindex="0"]')?.focus({ preventScroll: true });
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      focus(row) {
        if (row) flushSync(() => setActiveKey(keyOfRow(row)));
        focusTabStop();
      },
      reveal(row) {
        const key = CSS.escape(keyOfRow(row));
        const element = scrollerRef.current?.querySelector(`[data-tree-row="${key}"]`)?.closest('[role="row"]');
        // Not the virtualizer, which still has the height that the tree had before.
        element?.scrollIntoView({ block: row.kind === "folder" ? "center" : "nearest" });
      },
    }),
    [focusTabStop],
  );
  useLayoutEffect(() => {
    if (!shouldMoveFocusRef.current) return;
    shouldMoveFocusRef.current = false;
    focusTabStop();
  });

  const moveFocusTo = (index: number) => {
    shouldMoveFocusRef.current = true;
    setActiveKey(keyAt(rows, index));
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
      ref={scrollerRef}
      className={`${classes.scroller} ${fadeClasses.fadingBelow}`}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-multiselectable={checking ? true : undefined}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be positioned */}
      <div role="rowgroup" className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          const isItem = row.kind === "item";
          const isSelected = isItem && row.id === selectedId;
          const isChecked = checking && isCheckable(row) ? checking.ids.has(row.id) : checking ? false : null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
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
                // Rows and parts belong to the same tree, so their values have the same type.
                parts={parts as TreeRowParts<unknown>}
                isSelected={isSelected}
                isTabStop={index === tabStopIndex}
                isRenaming={keyOfRow(row) === renamingKey}
                isChecked={isChecked}
                isDropTarget={dropFolderId !== undefined && isFocusable(row) && folderIdOf(row) === dropFolderId}
                blockedReason={isItem ? blockedReason : null}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function mapKeysToIndexes<Value>(rows: readonly TreeRow<Value>[]): Map<string, number> {
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
  return { id: row.id, folderId: acceptsDrops ? folderIdOf(row) : null, isDraggable: isCheckable(row) };
}

const folderIdOf = <Value,>(row: FocusableRow<Value>) => (row.kind === "folder" ? row.id : row.folderId);
const hasCoarsePointer = () => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
