import { limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type ConversationKey, measureMessages, type NewMessageRow } from "./repository.ts";

/** Throws `tooLarge` if a conversation would have too many messages. */
export function assertMessageCount(count: number): void {
  if (count <= limits.messagesPerConversation) return;
  const max = limits.messagesPerConversation.toLocaleString("en-US");
  throw new AppError("tooLarge", {
    userMessage: `A chat can have at most ${max} messages. Please start a new one.`,
  });
}

/**
 * Returns an upper bound of the conversation's bytes after these rows have been written; a replaced row counts twice.
 * Measures the messages only if the bound exceeds the limit, so that the duration of a turn does not grow with the
 * conversation. Must be called after the write, in its transaction. Throws `tooLarge`, which rolls the transaction
 * back.
 */
export async function checkBytesAfterWrite(
  tx: Db,
  key: ConversationKey,
  previousBytes: number,
  rows: readonly NewMessageRow[],
): Promise<number> {
  const upperBound = previousBytes + countBytes(rows);
  return assertBytes(upperBound <= limits.conversationBytes ? upperBound : await measureMessages(tx, key));
}

/** Returns the bytes of a new conversation with these rows. Throws `tooLarge` if they exceed the limit. */
export function checkInitialBytes(rows: readonly NewMessageRow[]): number {
  return assertBytes(countBytes(rows));
}

function assertBytes(bytes: number): number {
  if (bytes <= limits.conversationBytes) return bytes;
  throw new AppError("tooLarge", { userMessage: "This chat has become too long. Please start a new one." });
}

function countBytes(rows: readonly NewMessageRow[]): number {
  const measure = (text: string | null | undefined) => (text ? Buffer.byteLength(text) : 0);
  return rows.reduce(
    (sum, { content, label, data, topic_data }) =>
      sum + measure(content) + measure(label) + measure(data) + measure(topic_data),
    0,
  );
}
