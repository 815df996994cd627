import { t } from "@lingui/core/macro";
import { use, useLayoutEffect, useRef, useState } from "react";
import { hideMissingGlyphs } from "../../../../entities/citations/hideMissingGlyphs.ts";
import classes from "../DocumentItem.module.css";
import { KeySentenceContext } from "../KeySentenceContext.ts";
import { findCitedRows, findKeyRows } from "./findCitedRows.ts";

const noRows: ReadonlySet<number> = new Set();

interface ColumnTableProps {
  /** The table's paragraphs: their positions in the document, rows and, if they are cited, the cited text. */
  parts: readonly { item: number; rows: readonly (readonly string[])[]; quote: string | null }[];
}

/** A table in a PDF, whose columns are known only from the gaps in each row. */
export function ColumnTable({ parts }: ColumnTableProps) {
  const keySentence = use(KeySentenceContext);
  const boxRef = useRef<HTMLElement>(null);
  const isScrollable = useIsScrollable(boxRef);
  const rows = parts.flatMap(({ item, rows, quote }) => {
    const citedRows = quote === null ? noRows : findCitedRows(rows, quote);
    const keyRows = findKeyRows(rows, citedRows, keySentence);
    return rows.map((cells, index) => ({
      item,
      cells,
      isCited: citedRows.has(index),
      isKey: keyRows.has(index),
    }));
  });
  const columnCount = Math.max(...rows.map(({ cells }) => cells.length));
  return (
    <section
      ref={boxRef}
      className={classes.columns}
      aria-label={isScrollable ? t`Table` : undefined}
      // A scroll container must be reachable by keyboard.
      tabIndex={isScrollable ? 0 : undefined}
    >
      <table>
        <tbody>
          {rows.map(({ item, cells, isCited, isKey }, rowIndex) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their position
              key={rowIndex}
              data-find-unit={item}
              data-cited={isCited || undefined}
              data-key-sentence={isKey || undefined}
            >
              {cells.map((cell, index) => (
                // The last cell takes the rest of its row: a line without gaps is a caption.
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={index} colSpan={index === cells.length - 1 ? columnCount - index : undefined}>
                  {hideMissingGlyphs(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

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
