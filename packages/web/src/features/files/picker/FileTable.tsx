import type { FileRecord, FileSort } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { formatFileType } from "../../../entities/files/typeLabels.ts";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import type { FileFilters, FileQuery } from "../../../entities/files/useFileQuery.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { useLoadNearEnd } from "../../../lib/useLoadNearEnd.ts";
import classes from "./FileTable.module.css";
import { columnCount, FileTableRow } from "./FileTableRow.tsx";
import { getPickProblem } from "./getPickProblem.ts";
import type { Sorting } from "./sorting.ts";

interface FileTableProps {
  files: FileQuery;
  /** The filters of `files`. Must be memoized: a new object scrolls the table to the top. */
  filters: FileFilters;
  sorting: Sorting;
  chosenAttachments: ReadonlyMap<string, Attachment>;
  acceptsImages: boolean;
  onSort: (sorting: Sorting) => void;
  onToggle: (record: FileRecord) => void;
}

const wideRowPx = 44;
/** With two lines. */
const compactRowPx = 60;
const headPx = 40;
const getColumns = (): readonly { title: string; sortIndex: FileSort }[] => [
  { title: t`Name`, sortIndex: "name" },
  { title: t({ message: "Created", comment: "A column with dates" }), sortIndex: "createdAt" },
  { title: t`Type`, sortIndex: "type" },
];

/** A virtualized grid of files, which loads more near its end. */
export function FileTable({
  files,
  filters,
  sorting,
  chosenAttachments,
  acceptsImages,
  onSort,
  onToggle,
}: FileTableProps) {
  const { items, loadMore, isLoadingMore, error } = files;
  const scrollRef = useRef<HTMLDivElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const isCompact = useIsNarrow();
  const rowPx = isCompact ? compactRowPx : wideRowPx;
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    overscan: 8,
    // The sticky header covers the top of the scroll area.
    scrollPaddingStart: isCompact ? 0 : headPx,
  });
  useEffect(() => {
    if (rowPx > 0) virtualizer.measure();
  }, [virtualizer, rowPx]);
  const loadNearEnd = useLoadNearEnd(scrollRef, items.length, loadMore);

  // Scroll to the top when the filters or the order change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filters change
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 });
  }, [filters]);

  const focusRow = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    setCurrentIndex(next);
    virtualizer.scrollToIndex(next);
    // The row will be rendered in the next frame.
    requestAnimationFrame(() => {
      scrollRef.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true });
    });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return;
    const index = Number(event.target.dataset.index);
    const rowsPerPage = Math.max(1, Math.floor((scrollRef.current?.clientHeight ?? 0) / rowPx) - 2);
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + rowsPerPage,
      PageUp: index - rowsPerPage,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) focusRow(target);
    const record = items[index];
    // Ignore Ctrl+Enter and ⌘+Enter: the dialog handles them and attaches the files.
    const isToggleKey = event.key === " " || (event.key === "Enter" && !event.ctrlKey && !event.metaKey);
    if (isToggleKey && record && getPickProblem(record, acceptsImages) === null) onToggle(record);
    if (target !== undefined || isToggleKey) event.preventDefault();
  };
  const rows = virtualizer.getVirtualItems();
  // This must be a rendered row, so that Tab always reaches a row.
  const tabStop = rows.some(({ index }) => index === currentIndex) ? currentIndex : rows[0]?.index;
  return (
    <div
      ref={scrollRef}
      className={classes.scroll}
      onScroll={loadNearEnd}
      data-changing={files.isChanging || undefined}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with selectable rows is a grid
        role="grid"
        className={classes.table}
        aria-label={t`Your files`}
        aria-multiselectable
        aria-rowcount={files.hasMore ? -1 : items.length + (isCompact ? 0 : 1)}
        aria-busy={files.isChanging || isLoadingMore}
        onKeyDown={handleKey}
      >
        {!isCompact && (
          <thead>
            <tr aria-rowindex={1}>
              {getColumns().map(({ title, sortIndex }) => (
                <HeadCell key={title} title={title} sortIndex={sortIndex} sorting={sorting} onSort={onSort} />
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          <Spacer heightPx={rows[0]?.start ?? 0} />
          {rows.map(({ index }) => {
            const record = items[index];
            return (
              record && (
                <FileTableRow
                  key={record.id}
                  record={record}
                  index={index}
                  isChosen={chosenAttachments.has(record.id)}
                  isTabStop={index === tabStop}
                  problem={getPickProblem(record, acceptsImages)}
                  typeText={formatFileType(record.type)}
                  isCompact={isCompact}
                  onToggle={() => {
                    setCurrentIndex(index);
                    onToggle(record);
                  }}
                />
              )
            );
          })}
          <Spacer heightPx={virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {isLoadingMore && (
        <p role="status" className={classes.more}>
          {t`Loading more…`}
        </p>
      )}
      {error && items.length > 0 && (
        <div role="alert" className={classes.more}>
          {fileMessages.filesFailed()}
          <Button size="xs" variant="default" onClick={files.retry}>
            {t`Try again`}
          </Button>
        </div>
      )}
    </div>
  );
}

interface HeadCellProps {
  title: string;
  sortIndex: FileSort;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

function HeadCell({ title, sortIndex, sorting, onSort }: HeadCellProps) {
  const isSorted = sorting.sortIndex === sortIndex;
  const Arrow = sorting.forwardScan ? IconArrowUp : IconArrowDown;
  // By default dates sort newest first and text from A to Z; another click reverses the order.
  const forwardScan = isSorted ? !sorting.forwardScan : sortIndex !== "createdAt";
  return (
    <th scope="col" aria-sort={isSorted ? (sorting.forwardScan ? "ascending" : "descending") : "none"}>
      <UnstyledButton className={classes.sort} onClick={() => onSort({ sortIndex, forwardScan })}>
        {title}
        {isSorted && <Arrow size={14} stroke={2} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}

/** Fills the space of the rows that are not rendered. */
function Spacer({ heightPx }: { heightPx: number }) {
  return (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={columnCount} style={{ height: heightPx }} />
    </tr>
  );
}
