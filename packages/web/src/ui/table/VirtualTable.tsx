import { Loader } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { useLoadNearEnd } from "../../lib/useLoadNearEnd.ts";
import type { Selection } from "./useSelection.ts";
import classes from "./VirtualTable.module.css";

interface VirtualTableProps<T> {
  label: string;
  items: readonly T[];
  selection: Selection<T>;
  /** The header rows, with their roles and the indexes from 1. */
  head: ReactNode;
  headRowCount: number;
  /** The number of rows including the header rows; -1 if it is not known yet. */
  rowCount: number;
  /** True while the listed items do not match the filters yet. */
  isChanging: boolean;
  isPending: boolean;
  /** Says that more items are being loaded; null if they are not. */
  loadingText: string | null;
  loadMore: () => void;
  /** A new value scrolls to the top, such as the filters. */
  scrollKey?: unknown;
  className: string | undefined;
  rowClassName: string;
  isChanged?: (item: T) => boolean;
  /** Renders the cells of a row. */
  renderRow: (item: T) => ReactNode;
  /** Shown below the header while there are no rows. */
  children: ReactNode;
}

const estimatedRowPx = 48;

/** A virtualized table with selectable rows that loads more as the person scrolls. */
export function VirtualTable<T extends { id: string }>(props: VirtualTableProps<T>) {
  const { items, selection, isChanging, loadingText } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const { virtualizer, focusHandlers } = useRowVirtualizer(items, scrollRef, bodyRef);
  const loadNearEnd = useLoadNearEnd(scrollRef, items.length, props.loadMore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the key changes
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 });
  }, [props.scrollKey]);
  return (
    <div ref={scrollRef} className={`${classes.scroll} ${props.className ?? ""}`} onScroll={loadNearEnd}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows of a table element cannot be positioned */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: as above; rows are not focusable */}
      <div
        role="table"
        aria-label={props.label}
        aria-busy={isChanging || props.isPending}
        aria-rowcount={props.rowCount}
      >
        {props.head}
        <div
          ref={bodyRef}
          role="rowgroup"
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          data-changing={isChanging || undefined}
          {...focusHandlers}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            return (
              item && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  role="row"
                  aria-rowindex={index + 1 + props.headRowCount}
                  data-index={index}
                  data-selected={selection.has(item.id) || undefined}
                  data-changed={props.isChanged?.(item) || undefined}
                  className={`${classes.row} ${props.rowClassName}`}
                  style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
                >
                  {props.renderRow(item)}
                </div>
              )
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above; rows are not focusable */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: rows of a table element cannot be positioned */}
      {props.children}
      {loadingText !== null && (
        <div className={classes.more} role="status">
          <Loader size="xs" aria-hidden /> {loadingText}
        </div>
      )}
    </div>
  );
}

/** Virtualizes rows. The row that has the focus stays rendered while it is out of view. */
function useRowVirtualizer(
  items: readonly { id: string }[],
  scrollRef: { readonly current: HTMLElement | null },
  bodyRef: { readonly current: HTMLElement | null },
) {
  const focusedIndexRef = useRef<number | null>(null);
  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: () => estimatedRowPx,
    scrollMargin: bodyRef.current?.offsetTop ?? 0,
    overscan: 10,
    rangeExtractor: (range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      const index = focusedIndexRef.current;
      return index === null || index >= range.count || visibleIndexes.includes(index)
        ? visibleIndexes
        : [...visibleIndexes, index].sort((a, b) => a - b);
    },
  });
  const focusHandlers = {
    onFocus: (event: FocusEvent) => {
      const row = event.target.closest("[data-index]");
      focusedIndexRef.current = row ? Number(row.getAttribute("data-index")) : null;
    },
    onBlur: () => {
      focusedIndexRef.current = null;
    },
  };
  return { virtualizer, focusHandlers };
}
