import type { ConversationRecord, ConversationRecordColumn } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";

export interface RecordColumn {
  id: ConversationRecordColumn;
  label: string;
  kind: "text" | "long" | "number" | "stars" | "time" | "id";
}

/** The columns in their order. `areWeeks`: what is shown of the times is the week, because people are hidden. */
export const getRecordColumns = ({ areWeeks }: { areWeeks: boolean }): readonly RecordColumn[] => [
  { id: "assistantName", label: t`Assistant`, kind: "text" },
  { id: "user", label: t`User`, kind: "text" },
  { id: "employeeType", label: t`Employee type`, kind: "text" },
  { id: "entryPoint", label: t`Entry point`, kind: "text" },
  { id: "numberPrompts", label: t`Prompts`, kind: "number" },
  { id: "modelUsed", label: t`Model`, kind: "text" },
  {
    id: "timestamp",
    label: areWeeks ? t`Week of` : t({ message: "Time", comment: "When a conversation ended" }),
    kind: "time",
  },
  { id: "userRating", label: t`User rating`, kind: "stars" },
  { id: "systemRating", label: t`System rating`, kind: "stars" },
  { id: "category", label: t`Category`, kind: "text" },
  { id: "userFeedback", label: t`Feedback`, kind: "long" },
  { id: "conversationId", label: t`Chat ID`, kind: "id" },
  { id: "assistantId", label: t`Assistant ID`, kind: "id" },
];

/** Formats the value of a column; empty if there is none. */
export function formatRecordValue(record: ConversationRecord, { id, kind }: RecordColumn): string {
  const value = record[id];
  if (value === null) return "";
  return kind === "time" ? formatRecordTime(record) : String(value);
}

/** True if the time of a record is the first moment of a week, in UTC, which the server sends if the person is hidden. */
export const isWeek = ({ timestamp }: ConversationRecord): boolean => timestamp.endsWith("T00:00:00.000Z");

/** Formats the time of a record; a week as its first day. */
export function formatRecordTime(record: ConversationRecord): string {
  const { timestamp } = record;
  return isWeek(record)
    ? formatDate(new Date(timestamp.slice(0, 19)), { dateStyle: "medium" })
    : formatDate(new Date(timestamp), { dateStyle: "medium", timeStyle: "short" });
}
