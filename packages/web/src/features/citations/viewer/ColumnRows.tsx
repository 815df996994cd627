import { t } from "@lingui/core/macro";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import classes from "./DocumentItem.module.css";

interface ColumnRowsProps {
  rows: readonly (readonly string[])[];
  isCited: boolean;
}

/** Rows of a table in a PDF. Rows with the same number of cells are aligned, also those of neighbouring paragraphs. */
export function ColumnRows({ rows, isCited }: ColumnRowsProps) {
  const columnCount = Math.max(...rows.map((cells) => cells.length));
  return (
    <section
      className={classes.columns}
      aria-label={rows.length > 1 ? t`Table` : undefined}
      tabIndex={columnCount > maxUnscrolledColumns ? 0 : undefined}
      data-cited={isCited || undefined}
    >
      {rows.map((cells, rowIndex) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their position
          key={rowIndex}
          className={classes.cells}
          style={{ gridTemplateColumns: `repeat(${columnCount}, minmax(${minCellRem}rem, 1fr))` }}
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
/** More columns may need more than the width of a phone. */
const maxUnscrolledColumns = 5;
