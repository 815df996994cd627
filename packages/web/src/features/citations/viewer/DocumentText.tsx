import { type ContentItem, type FileRecord, fileTypeOf } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { formatHeading } from "../../../entities/citations/formatLocations.ts";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { FindBar } from "../find/FindBar.tsx";
import { useFind } from "../find/useFind.ts";
import { useItemSource } from "../find/useItemSource.ts";
import { DocumentItem } from "./DocumentItem.tsx";
import { DocumentLoadError } from "./DocumentLoadError.tsx";
import classes from "./DocumentText.module.css";
import { contentPageQuery, contentPageSize } from "./documentContent.ts";
import { InlineMarkdownContext } from "./inline/InlineMarkdownContext.ts";
import { KeySentenceContext } from "./KeySentenceContext.ts";
import { useScrollToPassage } from "./scrolling/useScrollToPassage.ts";
import { ColumnTable } from "./tables/ColumnTable.tsx";
import { continuesTable, getColumnRows, listTableItems } from "./tables/columnTables.ts";

const estimatedPx = 72;

/** The extracted text of a document. Virtualized: loads and renders only items near the visible area. */
export function DocumentText({ file, passage }: { file: FileRecord; passage: DocumentPassage }) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { name } = file;
  const total = file.totalItems ?? 0;
  const citedIndexes = useMemo(() => new Set(passage.originalIndexes), [passage]);
  const lowestIndex = Math.min(...passage.originalIndexes, total);
  const firstCitedIndex = lowestIndex < total ? lowestIndex : null;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => estimatedPx,
    overscan: 8,
    initialOffset: (firstCitedIndex ?? 0) * estimatedPx,
  });
  const rows = virtualizer.getVirtualItems();
  const pages = [...new Set([...rows.map(({ index }) => index), firstCitedIndex ?? 0].map(pageOf))].sort(
    (a, b) => a - b,
  );
  const results = useQueries({ queries: pages.map((page) => contentPageQuery(file.id, page, passage.assistantId)) });
  const itemAt = (index: number) => results[pages.indexOf(pageOf(index))]?.data?.items[index % contentPageSize];
  const quoteOf = (index: number) => (citedIndexes.has(index) ? (passage.quote ?? "") : null);
  const failedResult = results.find(({ error }) => error);
  const isPassageLoaded = firstCitedIndex !== null && itemAt(firstCitedIndex) !== undefined;
  useScrollToPassage(scrollRef, virtualizer, passage, isPassageLoaded ? firstCitedIndex : null);
  const isMarkdown = fileTypeOf(name, file.type)?.kind === "markdown";
  const find = useFind({
    source: useItemSource(file, { assistantId: passage.assistantId, isMarkdown }),
    areaRef: scrollRef,
    virtualizer,
  });

  if (failedResult?.error && rows.every(({ index }) => itemAt(index) === undefined)) {
    const { error, refetch } = failedResult;
    return <DocumentLoadError error={error} passage={passage} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <FindBar find={find} />
      <section
        ref={scrollRef}
        className={classes.scroll}
        // In Markdown, the end of a line is a space.
        data-markdown={isMarkdown || undefined}
        aria-label={t`Text of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
      >
        <div className={classes.whole} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, key, start }) => {
            const item = itemAt(index);
            const isContinued = continuesTable(index, itemAt);
            const previous = itemAt(index - 1);
            const heading = item ? formatHeading(item.location) : null;
            const startsSection =
              heading !== null && (index === 0 || (previous && formatHeading(previous.location) !== heading));
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={isContinued ? `${classes.row} ${classes.continued}` : classes.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {startsSection && <p className={classes.place}>{heading}</p>}
                <InlineMarkdownContext value={isMarkdown}>
                  <KeySentenceContext value={passage.keySentence ?? null}>
                    {!isContinued && <Content index={index} itemAt={itemAt} quoteOf={quoteOf} />}
                  </KeySentenceContext>
                </InlineMarkdownContext>
              </div>
            );
          })}
        </div>
      </section>
    </>
  );
}

interface ContentProps {
  index: number;
  itemAt: (index: number) => ContentItem | undefined;
  /** Returns the cited text; null if the item is not cited. */
  quoteOf: (index: number) => string | null;
}

/** An item, with those that continue its table; a placeholder until it is loaded. */
function Content({ index, itemAt, quoteOf }: ContentProps) {
  const item = itemAt(index);
  if (!item) return <div className={classes.waiting} aria-hidden />;
  const tableIndexes = listTableItems(index, itemAt);
  if (tableIndexes.length === 0) {
    return (
      <div data-find-unit={index}>
        <DocumentItem item={item} quote={quoteOf(index)} />
      </div>
    );
  }
  const parts = tableIndexes.flatMap((each) => {
    const part = itemAt(each);
    return part ? [{ item: each, rows: getColumnRows(part) ?? [], quote: quoteOf(each) }] : [];
  });
  return <ColumnTable parts={parts} />;
}

function pageOf(index: number): number {
  return Math.floor(index / contentPageSize);
}
