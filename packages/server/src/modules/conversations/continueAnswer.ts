import { getBranch } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { createConversationNotFoundError } from "./createConversationNotFoundError.ts";
import { type ConversationKey, listBranch, reopenAnswer } from "./messages/repository.ts";
import { presentMessage } from "./present.ts";
import { lockConversation, updateConversationRow } from "./repository.ts";
import type { OpenedTurn } from "./turn.ts";

/**
 * Gives an answer that waits for approvals to the run that continues it, in a transaction of the caller. Returns the
 * branch before the answer. Throws `notFound` if the conversation does not exist, and `conflict` if another run has the
 * answer.
 */
export async function continueAnswer(
  tx: Db,
  { processes, clock }: Pick<Platform, "processes" | "clock">,
  key: ConversationKey,
  { replyId, from, to }: { replyId: string; from: string; to: string },
): Promise<OpenedTurn> {
  const conversation = await lockConversation(tx, key.ownerId, key.conversationId);
  if (!conversation) throw createConversationNotFoundError();
  const revision = conversation.revision + 1;
  const answer = await reopenAnswer(tx, key, { id: replyId, from, to, processId: processes.id, revision });
  if (!answer?.parentId) {
    throw new AppError("conflict", { userMessage: "This answer has changed since it asked for the approval." });
  }
  await updateConversationRow(tx, key.ownerId, key.conversationId, { updated_at: clock.now() });
  const rows = await listBranch(tx, key, answer.parentId);
  const history = getBranch(rows.map(presentMessage), answer.parentId);
  return { history, prompt: conversation.prompt, isUntitled: false };
}
