import type { TableColumn, TableRow } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { memo, type Ref } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import { isCutRow } from "./columnWidths.ts";
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
  /** True if it is the row of the passage that answers. */
  isKey: boolean;
  /** True if its cells show their whole text. */
  isOpen: boolean;
  onToggle: (index: number) => void;
}

/** A row of a sheet with its number. Cells have one line until the row is opened. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { ref, index, rowIndex, row, columns, isCited, isKey, isOpen, onToggle } = props;
  const canOpen = row !== undefined && isCutRow(row, columns);
  // A click that selects text keeps the row as it is.
  const toggle = () => getSelection()?.isCollapsed !== false && onToggle(index);
  return (
    // The button with the row's number passes its clicks on to the row.
    <tr
      ref={ref}
      data-index={index}
      data-find-unit={index}
      aria-rowindex={rowIndex}
      data-cited={isCited || undefined}
      data-key-sentence={isKey || undefined}
      data-can-open={canOpen || undefined}
      data-open={isOpen || undefined}
      onClick={canOpen ? toggle : undefined}
    >
      <th scope="row" data-find-skip className={classes.rowNumber}>
        {canOpen && row ? <RowButton number={row.row} isOpen={isOpen} /> : row?.row}
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

function RowButton({ number, isOpen }: { number: number; isOpen: boolean }) {
  return (
    <button
      type="button"
      className={classes.rowButton}
      aria-expanded={isOpen}
      aria-label={t`Full text of row ${number}`}
    >
      <IconChevronRight size={12} stroke={2} aria-hidden />
      {number}
    </button>
  );
}
