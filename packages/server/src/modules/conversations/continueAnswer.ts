import { getBranch, type Message, type MessageData } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { createConversationNotFoundError } from "./createConversationNotFoundError.ts";
import { type ConversationKey, listBranch, listMessagesById, reopenAnswer } from "./messages/repository.ts";
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

interface ContinuationChecks {
  /** Takes what the earlier run has left, in the same transaction. */
  takeRun?(tx: Db): Promise<void>;
  /** Throws unless the answer may continue as it is stored. */
  requireContinuable?(data: MessageData): void;
}

/**
 * Gives an answer to the run that continues it. Throws `notFound` if the conversation does not exist, `conflict` if
 * another run has the answer, and the errors of the checks.
 */
export async function continueAnswer(
  platform: Platform,
  key: ConversationKey,
  { replyId, from, to }: EndedAnswer,
  { takeRun, requireContinuable }: ContinuationChecks = {},
): Promise<ReopenedAnswer> {
  const { db, processes, clock } = platform;
  const { revision, ...reopenedAnswer } = await transaction(db, async (tx) => {
    // Before the waiting run: the deletion of a conversation locks both in this order too.
    const conversation = await lockConversation(tx, key.ownerId, key.conversationId);
    if (!conversation) throw createConversationNotFoundError();
    await takeRun?.(tx);
    const [storedAnswer] = requireContinuable ? await listMessagesById(tx, key, [replyId]) : [];
    const storedData: MessageData = storedAnswer?.data ?? {};
    if (storedData.run?.requestId === from) requireContinuable?.(storedData);
    const newRevision = conversation.revision + 1;
    const run = { id: replyId, from, to, processId: processes.id, revision: newRevision };
    const answer = await reopenAnswer(tx, key, run);
    if (!answer?.parentId) {
      throw new AppError("conflict", { userMessage: "This answer was continued or changed in the meantime." });
    }
    const { parentId, content, data } = answer;
    await updateConversationRow(tx, key.ownerId, key.conversationId, { updated_at: clock.now() });
    const rows = await listBranch(tx, key, parentId);
    const history = getBranch(rows.map(presentMessage), parentId);
    const branch = { history, prompt: conversation.prompt, isUntitled: false, isNewQuestion: false };
    return { branch, answer: { content, data }, revision: newRevision };
  });
  publishRun(platform, key, to, "started", revision);
  return reopenedAnswer;
}
