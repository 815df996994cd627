import { defaultConversationName, getBranch, type Message } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";
import { interruptedEnd } from "../../platform/runLog/interruptedEnd.ts";
import { createConversationNotFoundError } from "./createConversationNotFoundError.ts";
import {
  type ConversationKey,
  endOpenAnswers,
  listAnswerProcessIds,
  listMessages,
  updateAnswer,
} from "./messages/repository.ts";
import { presentMessage } from "./present.ts";
import { findConversation, renameConversation } from "./repository.ts";
import { generateTitle, shareTitleGeneration } from "./titles.ts";
import { toStorableJson, toStorableText } from "./toStorableJson.ts";

export { type NewTurn, type OpenedTurn, openTurn } from "./openTurn.ts";
export { readSignedPage, signedPagesPath } from "./signedPages.ts";

/** The data of a run's answer never exceeds these limits. */
const answerDataLimits = { depth: 200, values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };

/**
 * Stores an answer while it is being generated, or when it has ended (with `data.end`). Does nothing if the message has
 * been deleted, belongs to another run, or has ended while this copy has not. Only a write with `data.end` changes the
 * conversation's position in the list.
 */
export async function saveAnswer(
  platform: Platform,
  userId: string,
  conversationId: string,
  answer: Pick<Message, "id" | "content" | "data">,
): Promise<void> {
  const key: ConversationKey = { ownerId: userId, conversationId };
  const { run } = answer.data;
  const data = { ...answer.data, ...(run ? { run: { ...run, processId: platform.processes.id } } : {}) };
  await updateAnswer(platform.db, key, {
    id: answer.id,
    content: toStorableText(answer.content),
    data: JSON.stringify(toStorableJson(data, answerDataLimits)),
    endedAt: answer.data.end ? platform.clock.now() : null,
  });
}

/** Lists the ids of the processes that have unfinished answers; null stands for answers of an earlier version. */
export async function listProcessesWithOpenAnswers({ db }: Platform): Promise<(string | null)[]> {
  return listAnswerProcessIds(db);
}

/**
 * Marks the unfinished answers of dead processes as interrupted and preserves their text. Returns the number of
 * answers.
 */
export async function reapAnswers({ db }: Platform, deadProcesses: DeadProcesses): Promise<number> {
  return endOpenAnswers(db, JSON.stringify(interruptedEnd), deadProcesses);
}

/**
 * Generates a title for a cloud conversation that has the default name and exactly two messages in its shown branch.
 * Returns the conversation's name. Concurrent callers share one model call. Uses a fallback title if the model fails.
 * Throws `notFound` if the conversation does not exist.
 */
export async function titleStoredConversation(
  platform: Platform,
  actor: Actor,
  conversationId: string,
): Promise<string> {
  return shareTitleGeneration(platform, JSON.stringify([actor.userId, conversationId]), async () => {
    const row = await findConversation(platform.db, actor.userId, conversationId);
    if (!row) throw createConversationNotFoundError();
    if (row.name !== defaultConversationName) return row.name;
    const messages = await listMessages(platform.db, row);
    const branch = getBranch(messages.map(presentMessage), row.head_id);
    if (branch.length !== 2) return row.name;
    const title = await generateTitle(platform, actor, conversationId, branch);
    await renameConversation(platform.db, actor.userId, conversationId, defaultConversationName, title);
    const renamedConversation = await findConversation(platform.db, actor.userId, conversationId);
    if (!renamedConversation) throw createConversationNotFoundError();
    return renamedConversation.name;
  });
}
