import type { FileRecord } from "@lectern/contract";
import { useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { headingOf } from "../../../entities/citations/formatLocations.ts";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { DocumentPiece } from "./DocumentPiece.tsx";
import classes from "./DocumentText.module.css";
import { contentPageQuery, contentPageSize } from "./documentContent.ts";
import { ReadFailed } from "./ReadFailed.tsx";
import { useScrollToPassage } from "./useScrollToPassage.ts";

const estimatedPx = 72;

/** The text that was taken from a document, piece by piece. Of a long one, only what is near to what is seen is loaded and drawn. */
export function DocumentText({ file, passage }: { file: FileRecord; passage: DocumentPassage }) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const total = file.totalItems ?? 0;
  const cited = useMemo(() => new Set(passage.originalIndexes), [passage]);
  const target = Math.min(...passage.originalIndexes, total);
  const first = target < total ? target : null;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => estimatedPx,
    overscan: 8,
    initialOffset: (first ?? 0) * estimatedPx,
  });
  const rows = virtualizer.getVirtualItems();
  const pages = [...new Set([...rows.map(({ index }) => index), first ?? 0].map(pageOf))].sort((a, b) => a - b);
  const results = useQueries({ queries: pages.map((page) => contentPageQuery(file.id, page)) });
  const itemAt = (index: number) => results[pages.indexOf(pageOf(index))]?.data?.items[index % contentPageSize];
  const failed = results.find(({ error }) => error);
  useScrollToPassage(scrollRef, virtualizer, passage, first !== null && itemAt(first) !== undefined ? first : null);

  if (failed?.error && rows.every(({ index }) => itemAt(index) === undefined)) {
    return <ReadFailed error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={scrollRef} className={classes.scroll} aria-label={`Text of ${file.name}`} tabIndex={0}>
      <div className={classes.whole} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const item = itemAt(index);
          const before = itemAt(index - 1);
          const heading = item ? headingOf(item.location) : null;
          const isNewPlace = heading !== null && (index === 0 || (before && headingOf(before.location) !== heading));
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {isNewPlace && <p className={classes.place}>{heading}</p>}
              {item ? (
                <DocumentPiece item={item} quote={cited.has(index) ? (passage.quote ?? "") : null} />
              ) : (
                <div className={classes.waiting} aria-hidden />
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function pageOf(index: number): number {
  return Math.floor(index / contentPageSize);
}
