import { limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type NewMessageRow, measureMessages, type Place } from "./repository.ts";

/** Throws `tooLarge` for more messages than a conversation holds. */
export function assertMessageCount(messages: number): void {
  if (messages <= limits.messagesPerConversation) return;
  const most = limits.messagesPerConversation.toLocaleString("en-US");
  throw new AppError("tooLarge", {
    userMessage: `A conversation holds at most ${most} messages. Please start a new one.`,
  });
}

/**
 * How many bytes a conversation may have after these rows were written: at most so many, since a replaced row counts twice. Only
 * where that is too many are the messages measured, so that a turn's cost does not grow with the conversation. To be called in the
 * transaction of the write; throws `tooLarge`, which takes it back.
 */
export async function checkBytesAfterWrite(
  tx: Db,
  place: Place,
  before: number,
  written: readonly NewMessageRow[],
): Promise<number> {
  const atMost = before + bytesOf(written);
  return assertBytes(atMost <= limits.conversationBytes ? atMost : await measureMessages(tx, place));
}

/** The bytes of a conversation that begins with these rows. Throws `tooLarge`. */
export function checkBytesOfNew(rows: readonly NewMessageRow[]): number {
  return assertBytes(bytesOf(rows));
}

function assertBytes(bytes: number): number {
  if (bytes <= limits.conversationBytes) return bytes;
  throw new AppError("tooLarge", { userMessage: "This conversation has become too long. Please start a new one." });
}

function bytesOf(rows: readonly NewMessageRow[]): number {
  return rows
    .flatMap(({ content, label, data, topic_data }) => [content, label, data, topic_data])
    .reduce((sum: number, text) => sum + (text ? Buffer.byteLength(text) : 0), 0);
}
