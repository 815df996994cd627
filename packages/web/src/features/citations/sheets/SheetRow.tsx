import type { TableColumn, TableRow } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { memo, type Ref } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import classes from "./SheetTable.module.css";

interface SheetRowProps {
  ref: Ref<HTMLTableRowElement>;
  /** The position in the virtualized list. */
  index: number;
  /** The position in the whole table, from 1. */
  rowIndex: number;
  /** Undefined while it is loading. */
  row: TableRow | undefined;
  columns: readonly TableColumn[];
  isCited: boolean;
}

/** A row of a sheet with its number. */
export const SheetRow = memo(function SheetRow({ ref, index, rowIndex, row, columns, isCited }: SheetRowProps) {
  return (
    <tr ref={ref} data-index={index} aria-rowindex={rowIndex} data-cited={isCited || undefined}>
      <th scope="row" className={classes.rowNumber}>
        {row?.row}
        {isCited && <VisuallyHidden>, {t({ message: "cited", comment: "A row of a table" })}</VisuallyHidden>}
      </th>
      {row ? (
        row.cells.map((cell, column) => (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity than their position
            key={column}
            colSpan={row.cells.length === 1 ? columns.length : undefined}
            data-numeric={(row.cells.length > 1 && columns[column]?.isNumeric) || undefined}
          >
            {hideMissingGlyphs(cell)}
          </td>
        ))
      ) : (
        <td colSpan={columns.length}>
          <span className={classes.waiting} aria-hidden />
        </td>
      )}
    </tr>
  );
});
