import { getBranch, type Message } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { createConversationNotFoundError } from "./createConversationNotFoundError.ts";
import { type ConversationKey, listBranch, reopenAnswer } from "./messages/repository.ts";
import { presentMessage } from "./present.ts";
import { publishRun } from "./publishConversations.ts";
import { lockConversation, updateConversationRow } from "./repository.ts";
import type { OpenedTurn } from "./turn.ts";

/** An answer that has ended. `from` and `to` are the request ids of its run and of the run that continues it. */
interface EndedAnswer {
  replyId: string;
  from: string;
  to: string;
}

export interface ReopenedAnswer {
  /** The branch before the answer. */
  branch: OpenedTurn;
  /** What is stored of the answer. */
  answer: Pick<Message, "content" | "data">;
}

/**
 * Gives an answer to the run that continues it, in one transaction with `takeRun`. Throws `notFound` if the conversation
 * does not exist, `conflict` if another run has the answer, and the errors of `takeRun`.
 */
export async function continueAnswer(
  platform: Platform,
  key: ConversationKey,
  { replyId, from, to }: EndedAnswer,
  takeRun: (tx: Db) => Promise<void> = async () => {},
): Promise<ReopenedAnswer> {
  const { db, processes, clock } = platform;
  const { revision, ...reopenedAnswer } = await transaction(db, async (tx) => {
    // Before the waiting run: the deletion of a conversation locks both in this order too.
    const conversation = await lockConversation(tx, key.ownerId, key.conversationId);
    if (!conversation) throw createConversationNotFoundError();
    await takeRun(tx);
    const newRevision = conversation.revision + 1;
    const run = { id: replyId, from, to, processId: processes.id, revision: newRevision };
    const answer = await reopenAnswer(tx, key, run);
    if (!answer?.parentId) {
      throw new AppError("conflict", { userMessage: "This answer has been continued or changed meanwhile." });
    }
    const { parentId, content, data } = answer;
    await updateConversationRow(tx, key.ownerId, key.conversationId, { updated_at: clock.now() });
    const rows = await listBranch(tx, key, parentId);
    const history = getBranch(rows.map(presentMessage), parentId);
    const branch = { history, prompt: conversation.prompt, isUntitled: false };
    return { branch, answer: { content, data }, revision: newRevision };
  });
  publishRun(platform, key, to, "started", revision);
  return reopenedAnswer;
}
