import { defaultConversationName, type Message, getBranch } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";
import { interruptedEnd } from "../../platform/runLog/interruptedEnd.ts";
import { endOpenReplies, listMessages, listReplyProcesses, type Place, updateReply } from "./messages/repository.ts";
import { conversationNotFound } from "./conversationNotFound.ts";
import { presentMessage } from "./present.ts";
import { findConversation, renameConversation } from "./repository.ts";
import { toStorableJson, toStorableText } from "./toStorableJson.ts";
import { generateTitle, shareTitleGeneration } from "./titles.ts";

export { type OpenedTurn, openTurn, type NewTurn } from "./openTurn.ts";
export { readSignedPage, signedPagesPath } from "./signedPages.ts";

/** Beyond any state that a run makes. */
const replyDataBounds = { depth: 200, values: Number.POSITIVE_INFINITY };

/**
 * Writes the answer as far as it has come (`data.end` absent) or as it ended. Nothing happens when the message is gone, or belongs to
 * another run by now. Only the end counts as a change of the conversation in the list.
 */
export async function saveReply(
  platform: Platform,
  userId: string,
  conversationId: string,
  reply: Pick<Message, "id" | "content" | "data">,
): Promise<void> {
  const place: Place = { ownerId: userId, conversationId };
  const { run } = reply.data;
  const data = { ...reply.data, ...(run ? { run: { ...run, processId: platform.processes.id } } : {}) };
  await updateReply(platform.db, place, {
    id: reply.id,
    content: toStorableText(reply.content),
    data: JSON.stringify(toStorableJson(data, replyDataBounds)),
    endedAt: reply.data.end ? platform.clock.now() : null,
  });
}

/** The processes that have answers open; null: one of an earlier version. */
export async function listProcessesWithOpenReplies({ db }: Platform): Promise<(string | null)[]> {
  return listReplyProcesses(db);
}

/** Marks answers whose process died as stopped, keeping what they have. Gives how many there were. */
export async function reapReplies({ db }: Platform, of: DeadProcesses): Promise<number> {
  return endOpenReplies(db, JSON.stringify(interruptedEnd), of);
}

/**
 * Names a cloud conversation whose shown branch has exactly two messages and that has no name of its own; gives the name it has
 * afterwards. Two callers at once share one model call. Never throws for a model's failure: then the fallback is taken. Throws
 * `notFound`.
 */
export async function titleStoredConversation(
  platform: Platform,
  actor: Actor,
  conversationId: string,
): Promise<string> {
  return shareTitleGeneration(platform, JSON.stringify([actor.userId, conversationId]), async () => {
    const row = await findConversation(platform.db, actor.userId, conversationId);
    if (!row) throw conversationNotFound();
    if (row.name !== defaultConversationName) return row.name;
    const messages = await listMessages(platform.db, { ownerId: actor.userId, conversationId });
    const thread = getBranch(messages.map(presentMessage), row.head_id);
    if (thread.length !== 2) return row.name;
    const title = await generateTitle(platform, actor, conversationId, thread);
    await renameConversation(platform.db, actor.userId, conversationId, defaultConversationName, title);
    const renamed = await findConversation(platform.db, actor.userId, conversationId);
    if (!renamed) throw conversationNotFound();
    return renamed.name;
  });
}
