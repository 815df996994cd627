import type { Conversation } from "@lectern/contract";
import { CallError } from "../../../lib/callError.ts";
import { ConversationNotFoundError, deleteInCloud, findInCloud } from "../store/cloudConversations.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { isInCloud } from "../storedSummary.ts";

/** How often a conversation is read before its removal fails because other devices keep changing it. */
const maxReads = 3;

/**
 * Reads a conversation and calls `remove`, which deletes it or its messages in the cloud if it still has that revision.
 * If another device has changed it since, reads it again. Returns it as it was when it was removed. Throws a `conflict`
 * if other devices keep changing it or an answer is being written in it.
 */
export async function readAndRemove(
  core: Pick<StoreCore, "read">,
  id: string,
  remove: (conversation: Conversation) => Promise<unknown>,
): Promise<Conversation> {
  for (let reads = 1; ; reads += 1) {
    const conversation = await core.read(id);
    if (!isInCloud(conversation)) return conversation;
    try {
      await remove(conversation);
      return conversation;
    } catch (error) {
      if (reads === maxReads || !isConflict(error) || (await isStillAnswered(conversation))) throw error;
    }
  }
}

/**
 * Deletes a conversation in the cloud and returns it as it was then; null if the cloud did not have it, or nobody knows
 * what it was then, because other devices keep changing it or an answer is being written in it.
 */
export async function deleteWithCopy(core: Pick<StoreCore, "read">, id: string): Promise<Conversation | null> {
  try {
    return await readAndRemove(core, id, ({ revision }) => deleteInCloud(id, revision));
  } catch (error) {
    if (error instanceof ConversationNotFoundError) return null;
    if (!isConflict(error)) throw error;
    await deleteInCloud(id);
    return null;
  }
}

/** True if an answer was being written in this copy and still is, so that reading it again is of no use. */
async function isStillAnswered({ id, messages, updatedAt }: Conversation): Promise<boolean> {
  if (!messages.some(({ data }) => data.run && !data.end)) return false;
  return (await findInCloud(id))?.updatedAt === updatedAt;
}

const isConflict = (error: unknown) => error instanceof CallError && error.code === "conflict";
