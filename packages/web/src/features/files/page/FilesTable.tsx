import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Loader } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { type FileQuery, filePageSize } from "../../../entities/files/useFileQuery.ts";
import { useLoadNearEnd } from "../../../lib/useLoadNearEnd.ts";
import { SelectBox } from "../../../ui/SelectBox.tsx";
import { FileRow } from "./FileRow.tsx";
import { FilesHead } from "./FilesHead.tsx";
import classes from "./FilesTable.module.css";
import type { FileActions } from "./useFileActions.ts";
import type { FilesViewState } from "./useFilesView.ts";
import type { Selection } from "./useSelection.ts";

interface FilesTableProps {
  viewState: FilesViewState;
  query: FileQuery;
  actions: FileActions;
  selection: Selection;
  onOpen: (file: FileRecord) => void;
  onDelete: (file: FileRecord) => void;
  /** Shown while there are no rows. */
  children: ReactNode;
}

const estimatedPx = 48;
/** The number of header rows: the column headers and the filters. */
const headerRows = 2;

/** A virtualized table of files that loads more as the person scrolls. */
export function FilesTable({ viewState, query, actions, selection, onOpen, onDelete, children }: FilesTableProps) {
  const { items, hasMore, isLoadingMore, isChanging, loadMore } = query;
  const scrollRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const focusedIndexRef = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: () => estimatedPx,
    scrollMargin: bodyRef.current?.offsetTop ?? 0,
    overscan: 12,
    // Always render the row that has the focus.
    rangeExtractor: (range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      const index = focusedIndexRef.current;
      return index === null || index >= range.count || visibleIndexes.includes(index)
        ? visibleIndexes
        : [...visibleIndexes, index].sort((a, b) => a - b);
    },
  });
  const rows = virtualizer.getVirtualItems();
  const loadNearEnd = useLoadNearEnd(scrollRef, items.length, loadMore);

  // Scroll to the top when the filters or the order change. This relies on `filters` being memoized.
  const { filters } = viewState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filters change
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 });
  }, [filters]);

  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest("[data-index]");
    focusedIndexRef.current = row ? Number(row.getAttribute("data-index")) : null;
  };
  return (
    <div ref={scrollRef} className={classes.scroll} onScroll={loadNearEnd}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows of a table element cannot be positioned */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: as above; rows are not focusable */}
      <div
        role="table"
        aria-label={t`Your files`}
        aria-busy={isChanging || query.isPending}
        // Until the first page arrives, a full page is assumed.
        aria-rowcount={query.isPending ? filePageSize : hasMore ? -1 : items.length + headerRows}
        className={classes.table}
      >
        <FilesHead
          view={viewState.view}
          change={viewState.change}
          sortBy={viewState.sortBy}
          rowClass={classes.row ?? ""}
          selection={
            <SelectBox
              name={t`Select all listed files`}
              isDisabled={items.length === 0}
              isSelected={items.length > 0 && selection.files.length === items.length}
              onSelect={selection.selectAll}
            />
          }
        />
        <div
          ref={bodyRef}
          role="rowgroup"
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          data-changing={isChanging || undefined}
          onFocus={onFocus}
          onBlur={() => {
            focusedIndexRef.current = null;
          }}
        >
          {rows.map(({ index, key, start }) => {
            const file = items[index];
            return (
              file && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  role="row"
                  aria-rowindex={index + 1 + headerRows}
                  data-index={index}
                  data-selected={selection.has(file.id) || undefined}
                  className={`${classes.row} ${classes.fileRow}`}
                  style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
                >
                  <FileRow
                    file={file}
                    actions={actions}
                    isSelected={selection.has(file.id)}
                    onSelect={selection.select}
                    onOpen={onOpen}
                    onDelete={onDelete}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above; rows are not focusable */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: rows of a table element cannot be positioned */}
      {children}
      {isLoadingMore && (
        <div className={classes.more} role="status">
          <Loader size="xs" aria-hidden /> {t`Loading more files`}
        </div>
      )}
    </div>
  );
}
