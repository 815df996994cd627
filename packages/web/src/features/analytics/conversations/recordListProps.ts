import type { ConversationRecord, ConversationRecordColumn } from "@lectern/contract";
import type { RecordColumn } from "./recordColumns.ts";
import type { RecordsView } from "./recordsView.ts";

export interface RecordListProps {
  records: readonly ConversationRecord[];
  columns: readonly RecordColumn[];
  view: RecordsView;
  /** True while other records are being loaded. */
  isBusy: boolean;
  onSort: (column: ConversationRecordColumn) => void;
  onOpen: (record: ConversationRecord) => void;
}
