import type { ConversationRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import styles from "./Conversations.module.css";
import { formatRecordTime, formatRecordValue, type RecordColumn } from "./recordColumns.ts";
import type { RecordListProps } from "./recordListProps.ts";
import { Stars } from "./Stars.tsx";

/** The records as a table, which scrolls in its frame. */
export function RecordTable({ records, columns, view, isBusy, onSort, onOpen }: RecordListProps) {
  const name = t({ message: "Conversations", context: "analysis" });
  const scrollRef = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other records are shown
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 });
  }, [records]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section ref={scrollRef} className={styles.scroll} aria-label={name} tabIndex={0}>
      <table className={styles.table} aria-label={name} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map(({ id, label, kind }) => {
              const isSorted = view.sortBy === id;
              const direction = view.isDescending ? "descending" : "ascending";
              const Arrow = view.isDescending ? IconArrowDown : IconArrowUp;
              return (
                <th key={id} scope="col" data-kind={kind} aria-sort={isSorted ? direction : undefined}>
                  <button type="button" className={styles.sort} onClick={() => onSort(id)}>
                    {label}
                    <Arrow size={14} stroke={2} aria-hidden data-shown={isSorted || undefined} />
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            // The button in the first cell is for the keyboard.
            <tr key={record.conversationId} onClick={() => onOpen(record)}>
              {columns.map((column, index) => (
                <td key={column.id} data-kind={column.kind}>
                  {index === 0 ? (
                    <button
                      type="button"
                      className={styles.open}
                      aria-label={describeRecord(record)}
                      onClick={(event) => {
                        event.stopPropagation();
                        onOpen(record);
                      }}
                    >
                      {record.assistantName}
                    </button>
                  ) : (
                    <Value record={record} column={column} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function describeRecord(record: ConversationRecord): string {
  const { assistantName } = record;
  const time = formatRecordTime(record);
  return t`${assistantName}, ${time}`;
}

function Value({ record, column }: { record: ConversationRecord; column: RecordColumn }) {
  const text = formatRecordValue(record, column);
  if (text === "") return <span className={styles.none}>–</span>;
  if (column.kind === "stars") return <Stars value={Number(record[column.id])} />;
  if (column.kind === "time") return <time dateTime={record.timestamp}>{text}</time>;
  return <span title={column.kind === "long" || column.kind === "id" ? text : undefined}>{text}</span>;
}
