import type { ConversationRecordColumn } from "@lectern/contract";

/** How the records are sorted and filtered, and from which one on they are shown. */
export interface RecordsView {
  query: string;
  /** Empty: all categories. */
  category: string;
  sortBy: ConversationRecordColumn;
  isDescending: boolean;
  offset: number;
}

export const initialRecordsView: RecordsView = {
  query: "",
  category: "",
  sortBy: "timestamp",
  isDescending: true,
  offset: 0,
};

const descendingFirst: ReadonlySet<ConversationRecordColumn> = new Set([
  "timestamp",
  "numberPrompts",
  "userRating",
  "systemRating",
]);

/** Sorts by a column: numbers and times from the highest on, or in the other direction if it is sorted by already. */
export const sortByColumn = (view: RecordsView, column: ConversationRecordColumn): RecordsView => ({
  ...view,
  sortBy: column,
  isDescending: view.sortBy === column ? !view.isDescending : descendingFirst.has(column),
  offset: 0,
});
