import type { ContentItem } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { memo, use } from "react";
import classes from "./DocumentItem.module.css";
import { findQuote } from "./findQuote.ts";
import { HighlightedText } from "./HighlightedText.tsx";
import { InlineMarkdownContext } from "./inline/InlineMarkdownContext.ts";
import { InlineText } from "./inline/InlineText.tsx";
import { getHeadingLevel, listEntries, toCodeText, toHeadingText } from "./itemTexts.ts";
import { KeySentenceContext } from "./KeySentenceContext.ts";
import { isKeyRow } from "./tables/isKeyRow.ts";
import { parseTable } from "./tables/parseTable.ts";

interface DocumentItemProps {
  item: ContentItem;
  /** The cited text; null if the item is not cited. */
  quote: string | null;
}

/** One content item of a document, rendered as text: links, images and markup of a document have no effect. */
export const DocumentItem = memo(function DocumentItem({ item, quote }: DocumentItemProps) {
  const { content } = item;
  switch (item.kind) {
    case "heading":
      return (
        <h3 className={classes.heading} data-level={getHeadingLevel(content) ?? undefined}>
          <HighlightedText text={toHeadingText(content)} quote={quote} />
        </h3>
      );
    case "paragraph":
      return (
        <p className={classes.paragraph}>
          <HighlightedText text={content} quote={quote} />
        </p>
      );
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <pre className={classes.code} tabIndex={0}>
          <InlineMarkdownContext value={false}>
            <HighlightedText text={toCodeText(content)} quote={quote} />
          </InlineMarkdownContext>
        </pre>
      );
    case "list":
      return <List text={content} quote={quote} />;
    case "table":
      return <Table text={content} quote={quote} row={item.location.row} />;
    default:
      return item.kind satisfies never;
  }
});

function List({ text, quote }: { text: string; quote: string | null }) {
  const isMarkdown = use(InlineMarkdownContext);
  return (
    <ul className={classes.list}>
      {listEntries(text, isMarkdown).map(({ text: content, hasBullet, indent }, index) => {
        // A quote may span several items, so search for it in each.
        const isCited = quote !== null && findQuote(content, quote) !== null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a document never change order
          <li key={index} data-bullet={hasBullet} style={{ marginInlineStart: `${Math.min(indent, 12) * 0.5}rem` }}>
            <HighlightedText text={content} quote={isCited ? quote : null} />
          </li>
        );
      })}
    </ul>
  );
}

interface TableProps {
  text: string;
  quote: string | null;
  /** The row number if the item is a row of a sheet. */
  row: string | number | undefined;
}

/** One row of a sheet with its number. */
function Row({ row, text, quote }: TableProps) {
  return (
    <div className={classes.row}>
      {row !== undefined && (
        <span data-find-skip className={classes.rowNumber}>
          {row}
        </span>
      )}
      <p className={classes.paragraph}>
        <HighlightedText text={text} quote={quote} />
      </p>
    </div>
  );
}

function Table({ text, quote, row }: TableProps) {
  const keySentence = use(KeySentenceContext);
  const table = parseTable(text);
  if (!table) return <Row row={row} text={text} quote={quote} />;
  return (
    <section
      className={classes.tableBox}
      aria-label={t`Table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      data-cited={quote === null ? undefined : true}
    >
      <table>
        {table.header && (
          <thead>
            <tr>
              {table.header.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity than their position
                <th key={index} scope="col">
                  <InlineText text={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row, rowIndex) => {
            const isKey = quote !== null && isKeyRow(row, table.header ?? [], keySentence);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={rowIndex} data-key-sentence={isKey || undefined}>
                {row.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={index}>
                    <InlineText text={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
