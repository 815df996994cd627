import type { Message } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { type ConversationKey, updateUnfinishedAnswers } from "../messages/repository.ts";

/** Stores the current state of an answer that this process generates, at once instead of periodically. */
export async function saveUnfinishedAnswer(
  { db, processes }: Platform,
  key: ConversationKey,
  { id, content, data }: Pick<Message, "id" | "content" | "data">,
): Promise<void> {
  const run = { ...data.run, processId: processes.id };
  await updateUnfinishedAnswers(db, [{ ...key, id, content, data: JSON.stringify({ ...data, run }) }]);
}
