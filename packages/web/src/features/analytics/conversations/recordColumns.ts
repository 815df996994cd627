import type { ConversationRecord, ConversationRecordColumn } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";

export interface RecordColumn {
  id: ConversationRecordColumn;
  label: string;
  kind: "text" | "long" | "number" | "stars" | "time" | "id";
}

/** The columns in their order. */
export const getRecordColumns = (): readonly RecordColumn[] => [
  { id: "assistantName", label: t`Assistant`, kind: "text" },
  { id: "user", label: t`User`, kind: "text" },
  { id: "employeeType", label: t`Employee type`, kind: "text" },
  { id: "entryPoint", label: t`Entry point`, kind: "text" },
  { id: "numberPrompts", label: t`Prompts`, kind: "number" },
  { id: "modelUsed", label: t`Model`, kind: "text" },
  { id: "timestamp", label: t({ message: "Time", comment: "When a conversation ended" }), kind: "time" },
  { id: "userRating", label: t`User rating`, kind: "stars" },
  { id: "systemRating", label: t`System rating`, kind: "stars" },
  { id: "category", label: t`Category`, kind: "text" },
  { id: "userFeedback", label: t`Feedback`, kind: "long" },
  { id: "conversationId", label: t`Conversation ID`, kind: "id" },
  { id: "assistantId", label: t`Assistant ID`, kind: "id" },
];

/** Formats the value of a column; empty if there is none. */
export function formatRecordValue(record: ConversationRecord, { id, kind }: RecordColumn): string {
  const value = record[id];
  if (value === null) return "";
  return kind === "time" ? formatRecordTime(record) : String(value);
}

/** Where people are hidden, the server sends the first moment of the week, in UTC, which is shown as a day. */
export function formatRecordTime({ timestamp }: ConversationRecord): string {
  const [day = "", time] = timestamp.split("T");
  return time === "00:00:00.000Z"
    ? formatDate(new Date(`${day}T00:00`), { dateStyle: "medium" })
    : formatDate(new Date(timestamp), { dateStyle: "medium", timeStyle: "short" });
}
