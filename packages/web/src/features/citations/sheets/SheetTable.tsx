import type { FileRecord, FileTable, Sheet } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { FindBar } from "../find/FindBar.tsx";
import { useFind } from "../find/useFind.ts";
import { headUnit, useRowSource } from "../find/useRowSource.ts";
import { useScrollToPassage } from "../viewer/scrolling/useScrollToPassage.ts";
import { isKeyRow } from "../viewer/tables/isKeyRow.ts";
import { computeColumnWidths, isCutRow } from "./columnWidths.ts";
import { SheetRow } from "./SheetRow.tsx";
import classes from "./SheetTable.module.css";
import { useTableRows } from "./useTableRows.ts";

interface SheetTableProps {
  file: FileRecord;
  sheet: Sheet;
  /** The first page of the sheet, with its columns. */
  layout: Pick<FileTable, "titles" | "columns" | "bodyFrom">;
  passage: DocumentPassage;
}

/** The height of a row with one line. */
const estimatedRowPx = 33;

/** A sheet with the rows of the passage highlighted. Virtualized: loads and renders only rows near the visible area. */
export function SheetTable({ file, sheet, layout, passage }: SheetTableProps) {
  const { titles, columns, bodyFrom } = layout;
  const { name } = file;
  const scrollRef = useRef<HTMLElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const bodyTopPx = useOffsetTop(bodyRef);
  const count = sheet.from + sheet.count - bodyFrom;
  // Cited rows are open at first, the others closed.
  const [toggledRows, setToggledRows] = useState<ReadonlySet<number>>(new Set());
  const toggleRow = useCallback((index: number) => setToggledRows((rows) => toggle(rows, index)), []);
  const citedIndexes = useMemo(() => new Set(passage.originalIndexes), [passage]);
  const cited = passage.originalIndexes.filter((index) => index >= bodyFrom && index < bodyFrom + count);
  const firstCited = cited.length === 0 ? null : Math.min(...cited) - bodyFrom;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => estimatedRowPx,
    overscan: 12,
    scrollMargin: bodyTopPx,
    initialOffset: (firstCited ?? 0) * estimatedRowPx,
  });
  const shown = virtualizer.getVirtualItems();
  const rowAt = useTableRows(
    { key: file.id, sheetFrom: sheet.from, assistantId: passage.assistantId },
    [...shown.map(({ index }) => index), ...(firstCited === null ? [] : [firstCited])].map((index) => bodyFrom + index),
  );
  const isPassageLoaded = firstCited !== null && rowAt(bodyFrom + firstCited) !== undefined;
  useScrollToPassage(scrollRef, virtualizer, passage, isPassageLoaded ? firstCited : null);
  const find = useFind({
    source: useRowSource(file.id, sheet, layout, passage.assistantId),
    areaRef: scrollRef,
    virtualizer,
  });
  const citedHeights = cited.map((index) => virtualizer.measurementsCache[index - bodyFrom]?.size ?? estimatedRowPx);
  const isTinted = !fillsView(citedHeights, Math.min(virtualizer.scrollRect?.height ?? 0, virtualizer.getTotalSize()));
  const widths = computeColumnWidths(columns, sheet.count);
  const heightBefore = (shown[0]?.start ?? bodyTopPx) - bodyTopPx;
  const heightAfter = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? bodyTopPx) - bodyTopPx);
  const columnNames = columns.map(({ name }) => name);
  const hasNames = columns.some((column) => column.name !== null);
  return (
    <>
      <FindBar find={find} />
      <section
        ref={scrollRef}
        className={classes.scroll}
        data-tinted={isTinted || undefined}
        // The numbers of the rows cover the edge.
        style={{ scrollPaddingInlineStart: widths.rowNumberPx }}
        aria-label={t`Table of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
      >
        {titles.map(({ row, text }, position) => (
          <p
            key={row}
            data-find-unit={headUnit}
            className={classes.title}
            data-cited={citedIndexes.has(sheet.from + position) || undefined}
          >
            {hideMissingGlyphs(text)}
          </p>
        ))}
        <table
          className={classes.table}
          style={{ width: `clamp(${widths.totalPx}px, 100%, ${widths.maxTotalPx}px)` }}
          aria-rowcount={count + (hasNames ? 1 : 0)}
        >
          <colgroup>
            <col style={{ width: widths.rowNumberPx }} />
            {widths.columnsPx.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity than their position
              <col key={column} style={width === null ? undefined : { width }} />
            ))}
          </colgroup>
          {hasNames && <TableHead columns={columns} />}
          <tbody ref={bodyRef}>
            <Spacer heightPx={heightBefore} />
            {shown.map(({ index, key }) => {
              const isCited = citedIndexes.has(bodyFrom + index);
              const row = rowAt(bodyFrom + index);
              return (
                <SheetRow
                  key={key}
                  ref={virtualizer.measureElement}
                  index={index}
                  rowIndex={index + (hasNames ? 2 : 1)}
                  row={row}
                  columns={columns}
                  isCited={isCited}
                  isKey={isCited && row !== undefined && isKeyRow(row.cells, columnNames, passage.keySentence ?? null)}
                  isOpen={
                    isCited !== toggledRows.has(index) ||
                    (find?.current?.unit === index && row !== undefined && isCutRow(row, columns))
                  }
                  onToggle={toggleRow}
                />
              );
            })}
            <Spacer heightPx={heightAfter} />
          </tbody>
        </table>
      </section>
    </>
  );
}

function TableHead({ columns }: Pick<FileTable, "columns">) {
  return (
    <thead>
      <tr aria-rowindex={1} data-find-unit={headUnit}>
        <th scope="col" data-find-skip className={classes.rowNumber}>
          <VisuallyHidden>
            {t({ message: "Row", comment: "The column with the numbers of the rows of a sheet" })}
          </VisuallyHidden>
        </th>
        {columns.map(({ name, isNumeric }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity than their position
          <th key={column} scope="col" data-numeric={isNumeric || undefined}>
            {hideMissingGlyphs(name ?? "")}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function toggle(indexes: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const toggled = new Set(indexes);
  if (!toggled.delete(index)) toggled.add(index);
  return toggled;
}

/** True if several rows take more than half of the visible height. A tint on nearly everything would mark nothing. */
function fillsView(heightsPx: readonly number[], viewPx: number): boolean {
  return heightsPx.length > 1 && heightsPx.reduce((sum, height) => sum + height, 0) > viewPx / 2;
}

/** Takes the place of the rows that are not rendered. */
function Spacer({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return <tr aria-hidden style={{ height: heightPx }} />;
}

/** Returns the distance of an element from the top of its scroll area. */
function useOffsetTop(elementRef: { readonly current: HTMLElement | null }): number {
  const [offsetPx, setOffsetPx] = useState(0);
  // The titles and names above the rows may wrap differently after any render.
  useLayoutEffect(() => setOffsetPx(elementRef.current?.offsetTop ?? 0));
  return offsetPx;
}
