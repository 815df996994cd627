import type { ConversationRecord } from "@lectern/contract";
import type { RecordRow } from "./repository.ts";

export const presentRecord = ({ id, timestamp, ...row }: RecordRow): ConversationRecord => ({
  conversationId: id,
  timestamp: timestamp.toISOString(),
  ...row,
});
