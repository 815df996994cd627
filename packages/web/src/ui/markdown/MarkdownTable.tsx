import { t } from "@lingui/core/macro";
import type { Tokens } from "marked";
import { memo } from "react";
import fadeClasses from "../scrollFade.module.css";
import { Inline } from "./Inline.tsx";
import classes from "./markdown.module.css";

/** Renders a table in a container that scrolls if the table is too wide. */
export function MarkdownTable({ token }: { token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={`${classes.tableBox} ${fadeClasses.fading}`} aria-label={t`Table`} tabIndex={0} dir="auto">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity than their position
              <th key={index} scope="col" className={getAlignmentClass(cell)}>
                <Inline text={cell.text} />
              </th>
            ))}
          </tr>
        </thead>
        {token.rows.length > 0 && (
          <tbody>
            {token.rows.map((cells, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only appended
              <Row key={index} cells={cells} />
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
}

const Row = memo(RowContent, ({ cells: before }, { cells: after }) => {
  return before.length === after.length && before.every((cell, index) => isSameCell(cell, after[index]));
});

function RowContent({ cells }: { cells: readonly Tokens.TableCell[] }) {
  return (
    <tr>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity than their position
        <td key={index} className={getAlignmentClass(cell)}>
          <Inline text={cell.text} />
        </td>
      ))}
    </tr>
  );
}

function isSameCell(before: Tokens.TableCell, after: Tokens.TableCell | undefined): boolean {
  return before.text === after?.text && before.align === after.align;
}

function getAlignmentClass(cell: Tokens.TableCell): string | undefined {
  if (cell.align === "right") return classes.right;
  return cell.align === "center" ? classes.center : undefined;
}
