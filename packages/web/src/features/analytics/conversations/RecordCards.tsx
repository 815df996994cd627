import { t } from "@lingui/core/macro";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import styles from "./Conversations.module.css";
import { formatRecordTime } from "./recordColumns.ts";
import type { RecordListProps } from "./recordListProps.ts";
import { Stars } from "./Stars.tsx";

/** The records on a narrow screen. */
export function RecordCards({ records, columns, view, isBusy, onSort, onOpen }: RecordListProps) {
  const Arrow = view.isDescending ? IconArrowDown : IconArrowUp;
  const sortBy = (value: string) => {
    const column = columns.find(({ id }) => id === value);
    if (column && column.id !== view.sortBy) onSort(column.id);
  };
  return (
    <>
      <div className={styles.sortBar}>
        <SelectField
          className={styles.sortChoice ?? ""}
          aria-label={t`Sort by`}
          value={view.sortBy}
          choices={columns.map(({ id, label }) => ({ value: id, label }))}
          searchable={false}
          onChange={sortBy}
        />
        <IconButton
          name={view.isDescending ? t`Sorted descending` : t`Sorted ascending`}
          onClick={() => onSort(view.sortBy)}
        >
          <Arrow size={18} stroke={1.8} />
        </IconButton>
      </div>
      <ul className={styles.cards} aria-label={t({ message: "Conversations", context: "analysis" })} aria-busy={isBusy}>
        {records.map((record) => {
          const { assistantName, user, employeeType, numberPrompts, category, userRating } = record;
          const count = formatNumber(numberPrompts);
          return (
            <li key={record.conversationId}>
              <button type="button" className={styles.card} onClick={() => onOpen(record)}>
                <span className={styles.cardName}>{assistantName}</span>
                <time className={styles.cardTime} dateTime={record.timestamp}>
                  {formatRecordTime(record)}
                </time>
                <span className={styles.cardNote}>
                  {[user ?? employeeType, category, t`Prompts: ${count}`].filter((part) => part !== null).join(" · ")}
                </span>
                {userRating !== null && <Stars value={userRating} />}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
