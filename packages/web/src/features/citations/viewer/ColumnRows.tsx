import { t } from "@lingui/core/macro";
import { useLayoutEffect, useRef, useState } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import classes from "./DocumentItem.module.css";
import { findCitedRows } from "./findCitedRows.ts";

interface ColumnRowsProps {
  rows: readonly (readonly string[])[];
  /** The cited text; null if no row is cited. */
  quote: string | null;
}

/** Rows of a table in a PDF. Rows with the same number of cells are aligned, also those of neighbouring paragraphs. */
export function ColumnRows({ rows, quote }: ColumnRowsProps) {
  const boxRef = useRef<HTMLElement>(null);
  const isScrollable = useIsScrollable(boxRef);
  const columnCount = Math.max(...rows.map((cells) => cells.length));
  const citedRows = quote === null ? null : findCitedRows(rows, quote);
  return (
    <section
      ref={boxRef}
      className={classes.columns}
      aria-label={rows.length > 1 || isScrollable ? t`Table` : undefined}
      // A scroll container must be reachable by keyboard.
      tabIndex={isScrollable ? 0 : undefined}
    >
      {rows.map((cells, rowIndex) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their position
          key={rowIndex}
          className={classes.cells}
          style={{ gridTemplateColumns: `repeat(${columnCount}, minmax(${minCellRem}rem, 1fr))` }}
          data-cited={citedRows?.has(rowIndex) || undefined}
        >
          {cells.map((cell, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={index}
              // A line without gaps is a caption.
              style={cells.length === 1 ? { gridColumn: "1 / -1" } : undefined}
            >
              {`${hideMissingGlyphs(cell)} `}
            </span>
          ))}
        </p>
      ))}
    </section>
  );
}

const minCellRem = 3;

/** True if the content is wider than its box. The box changes with the width of the viewer. */
function useIsScrollable(boxRef: { readonly current: HTMLElement | null }): boolean {
  const [isScrollable, setIsScrollable] = useState(false);
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setIsScrollable(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [boxRef]);
  return isScrollable;
}
