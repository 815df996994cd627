import { plural, t } from "@lingui/core/macro";
import { Loader, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { limitCombiningMarks } from "../../limitCombiningMarks.ts";
import { CodeText } from "../../markdown/code/CodeText.tsx";
import classes from "../ArtifactPreview.module.css";
import tableClasses from "./CsvView.module.css";
import type { CsvSort } from "./csvRows.ts";
import { rowsPerPage } from "./rowsPerPage.ts";
import { type CsvState, useCsvTable } from "./useCsvTable.ts";

/** Shows CSV as a table that can be sorted. Only the rows near the visible area are rendered. */
export function CsvView({ csv, name }: { csv: string; name: string }) {
  const { state, requestRows, sortBy } = useCsvTable(csv);
  if (state === null) return <Loader className={classes.loader} aria-label={t`Loading…`} />;
  if (state === "failed" || state.columns.length === 0) {
    return (
      <div className={classes.scroll}>
        <CodeText code={csv} language="text" isComplete />
      </div>
    );
  }
  return <Table state={state} name={name} requestRows={requestRows} onSort={sortBy} />;
}

const rowPx = 33;

interface TableProps {
  state: CsvState;
  name: string;
  requestRows: (index: number) => void;
  onSort: (sort: CsvSort) => void;
}

function Table({ state, name, requestRows, onSort }: TableProps) {
  const { columns, widths, rowCount, pages, sort } = state;
  const scrollRef = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollMargin: rowPx,
  });
  const shown = virtualizer.getVirtualItems();
  // biome-ignore lint/correctness/useExhaustiveDependencies(pages): sorting empties them
  useEffect(() => {
    for (const { index } of shown) requestRows(index);
  }, [shown, requestRows, pages]);
  const heightBefore = (shown[0]?.start ?? rowPx) - rowPx;
  const heightAfter = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? rowPx) - rowPx);
  const rowText = formatNumber(rowCount);
  return (
    <div className={tableClasses.root}>
      <section
        ref={scrollRef}
        className={tableClasses.scroll}
        aria-label={t`Table of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
      >
        <table aria-rowcount={rowCount + 1}>
          <colgroup>
            {widths.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity than their position
              <col key={column} style={{ width: `calc(${width}ch + 24px)` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((title, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <HeadCell key={column} title={title} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer heightPx={heightBefore} />
            {shown.map(({ index, key }) => {
              const page = pages.get(index - (index % rowsPerPage));
              return <Row key={key} index={index} fields={page?.[index % rowsPerPage]} columnCount={columns.length} />;
            })}
            <Spacer heightPx={heightAfter} />
          </tbody>
        </table>
      </section>
      <p className={tableClasses.count}>{plural(rowCount, { one: `${rowText} row`, other: `${rowText} rows` })}</p>
    </div>
  );
}

interface HeadCellProps {
  title: string;
  column: number;
  sort: CsvSort | null;
  onSort: (sort: CsvSort) => void;
}

function HeadCell({ title, column, sort, onSort }: HeadCellProps) {
  const isSorted = sort?.column === column;
  const Arrow = sort?.isAscending ? IconArrowUp : IconArrowDown;
  const number = column + 1;
  return (
    <th scope="col" aria-sort={isSorted ? (sort.isAscending ? "ascending" : "descending") : "none"}>
      <UnstyledButton
        className={tableClasses.sort}
        onClick={() => onSort({ column, isAscending: isSorted ? !sort.isAscending : true })}
      >
        {limitCombiningMarks(title) || t`Column ${number}`}
        {isSorted && <Arrow size={14} stroke={2} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}

interface RowProps {
  index: number;
  /** Undefined until they have arrived. */
  fields: readonly string[] | undefined;
  columnCount: number;
}

function Row({ index, fields, columnCount }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} style={{ height: rowPx }}>
      {Array.from({ length: columnCount }, (_, column) => {
        const field = fields?.[column] ?? "";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity than their position
          <td key={column} title={field.length > 40 ? field : undefined}>
            {limitCombiningMarks(field)}
          </td>
        );
      })}
    </tr>
  );
}

/** Takes the place of the rows that are not rendered. */
function Spacer({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return <tr aria-hidden style={{ height: heightPx }} />;
}
