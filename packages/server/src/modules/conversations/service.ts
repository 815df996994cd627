import { defaultConversationName, getBranch, type Message } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";
import { interruptedEnd } from "../../platform/runLog/interruptedEnd.ts";
import { createConversationNotFoundError } from "./createConversationNotFoundError.ts";
import {
  type ConversationKey,
  endOpenReplies,
  listMessages,
  listReplyProcesses,
  updateReply,
} from "./messages/repository.ts";
import { presentMessage } from "./present.ts";
import { findConversation, renameConversation } from "./repository.ts";
import { generateTitle, shareTitleGeneration } from "./titles.ts";
import { toStorableJson, toStorableText } from "./toStorableJson.ts";

export { type NewTurn, type OpenedTurn, openTurn } from "./openTurn.ts";
export { readSignedPage, signedPagesPath } from "./signedPages.ts";

/** The data of a run's answer never exceeds these limits. */
const replyDataLimits = { depth: 200, values: Number.POSITIVE_INFINITY };

/**
 * Stores an answer while it is being generated, or when it has ended (with `data.end`). Does nothing if the message has
 * been deleted, belongs to another run, or has ended while this copy has not. Only a write with `data.end` changes the
 * conversation's position in the list.
 */
export async function saveReply(
  platform: Platform,
  userId: string,
  conversationId: string,
  reply: Pick<Message, "id" | "content" | "data">,
): Promise<void> {
  const key: ConversationKey = { ownerId: userId, conversationId };
  const { run } = reply.data;
  const data = { ...reply.data, ...(run ? { run: { ...run, processId: platform.processes.id } } : {}) };
  await updateReply(platform.db, key, {
    id: reply.id,
    content: toStorableText(reply.content),
    data: JSON.stringify(toStorableJson(data, replyDataLimits)),
    endedAt: reply.data.end ? platform.clock.now() : null,
  });
}

/** Lists the ids of the processes that have unfinished answers; null stands for answers of an earlier version. */
export async function listProcessesWithOpenReplies({ db }: Platform): Promise<(string | null)[]> {
  return listReplyProcesses(db);
}

/**
 * Marks the unfinished answers of dead processes as interrupted and preserves their text. Returns the number of
 * answers.
 */
export async function reapReplies({ db }: Platform, target: DeadProcesses): Promise<number> {
  return endOpenReplies(db, JSON.stringify(interruptedEnd), target);
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
    const messages = await listMessages(platform.db, { ownerId: actor.userId, conversationId });
    const branch = getBranch(messages.map(presentMessage), row.head_id);
    if (branch.length !== 2) return row.name;
    const title = await generateTitle(platform, actor, conversationId, branch);
    await renameConversation(platform.db, actor.userId, conversationId, defaultConversationName, title);
    const renamedConversation = await findConversation(platform.db, actor.userId, conversationId);
    if (!renamedConversation) throw createConversationNotFoundError();
    return renamedConversation.name;
  });
}
