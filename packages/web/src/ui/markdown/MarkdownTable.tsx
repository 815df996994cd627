import type { Tokens } from "marked";
import { Inline } from "./Inline.tsx";
import classes from "./markdown.module.css";

/** Renders a table in a container that scrolls if the table is too wide. */
export function MarkdownTable({ token }: { token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={classes.tableBox} aria-label="Table" tabIndex={0}>
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
        <tbody>
          {token.rows.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={index} className={getAlignmentClass(cell)}>
                  <Inline text={cell.text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function getAlignmentClass(cell: Tokens.TableCell): string | undefined {
  if (cell.align === "right") return classes.right;
  return cell.align === "center" ? classes.center : undefined;
}
