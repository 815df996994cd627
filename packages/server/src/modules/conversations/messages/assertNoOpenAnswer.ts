import { AppError } from "../../../core/appError.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type ConversationKey, hasOpenAnswer } from "./repository.ts";

/**
 * Throws `conflict` while an answer is being written in this conversation, because the answer's ancestors must not be
 * deleted during that time.
 */
export async function assertNoOpenAnswer(tx: Db, key: ConversationKey): Promise<void> {
  if (!(await hasOpenAnswer(tx, key))) return;
  throw new AppError("conflict", {
    userMessage: "An answer is being written in this chat. Please stop it, or wait until it has finished.",
  });
}
