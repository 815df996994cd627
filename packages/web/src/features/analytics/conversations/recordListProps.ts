import type { ConversationRecord, ConversationRecordColumn } from "@lectern/contract";
import type { RecordsView } from "./recordsView.ts";

export interface RecordListProps {
  records: readonly ConversationRecord[];
  view: RecordsView;
  /** True while other records are being loaded. */
  isBusy: boolean;
  onSort: (column: ConversationRecordColumn) => void;
  onOpen: (record: ConversationRecord) => void;
}
