import type { FileRecord } from "@lectern/contract";
import { Loader } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import type { FileQuery } from "../../../entities/files/useFileQuery.ts";
import { FileRow } from "./FileRow.tsx";
import { FilesHead } from "./FilesHead.tsx";
import classes from "./FilesTable.module.css";
import { SelectBox } from "./SelectBox.tsx";
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
  /** What stands there while there are no rows. */
  children: ReactNode;
}

const estimatedPx = 48;
/** So many rows before the end the next ones are asked for. */
const rowsAhead = 20;
/** Column names and filters. */
const headRows = 2;

/** The files as a table, of which only the rows near to what is seen are drawn; more are loaded as one goes down. */
export function FilesTable({ viewState, query, actions, selection, onOpen, onDelete, children }: FilesTableProps) {
  const { items, hasMore, isLoadingMore, isChanging, loadMore } = query;
  const scrollRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const focused = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: () => estimatedPx,
    scrollMargin: bodyRef.current?.offsetTop ?? 0,
    overscan: 12,
    // The row that has the focus stays in the page.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const kept = focused.current;
      return kept === null || kept >= range.count || shown.includes(kept)
        ? shown
        : [...shown, kept].sort((a, b) => a - b);
    },
  });
  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= items.length - rowsAhead) loadMore();
  }, [lastShown, items.length, loadMore]);

  // Another order, or other files, begin at the top. (The filters are new objects only when they say something else.)
  const { filters } = viewState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: that they changed is all that counts
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 });
  }, [filters]);

  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest("[data-index]");
    focused.current = row ? Number(row.getAttribute("data-index")) : null;
  };
  return (
    <div ref={scrollRef} className={classes.scroll}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows that are placed by hand cannot be those of a table element */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: as above; a row takes no focus */}
      <div
        role="table"
        aria-label="Your files"
        aria-busy={isChanging || query.isPending}
        aria-rowcount={hasMore ? -1 : items.length + headRows}
        className={classes.table}
      >
        <FilesHead
          view={viewState.view}
          change={viewState.change}
          sortBy={viewState.sortBy}
          rowClass={classes.row ?? ""}
          selection={
            <SelectBox
              name="Select all that are listed"
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
            focused.current = null;
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
                  aria-rowindex={index + 1 + headRows}
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
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above; a row takes no focus */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: rows that are placed by hand cannot be those of a table element */}
      {children}
      {isLoadingMore && (
        <div className={classes.more} role="status">
          <Loader size="xs" aria-hidden /> Loading more files
        </div>
      )}
    </div>
  );
}
