import { type Conversation, cancelOpenSteps, hasWaitingStep, type Message } from "@lectern/contract";
import { CallError } from "../../../lib/callError.ts";
import { deleteInCloud } from "../store/cloudConversations.ts";
import { toStorageFullError } from "../store/reportFullStorage.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { asLocal, toStoredSummary } from "../storedSummary.ts";
import { readAndRemove } from "./readAndRemove.ts";
import { uploadToCloud } from "./uploadToCloud.ts";

export type Move = (id: string, to: "cloud" | "local") => Promise<void>;

/**
 * Creates the function that moves a conversation with all its messages. If a step fails, nothing is lost and the move
 * can be retried. The caller of the function must hold the conversation's lock: see `withConversationLock`.
 */
export function createMove(core: StoreCore): Move {
  const { localConversations, conversationCache, unconfirmedIds, notifyTabs, updateStored } = core;

  async function moveToCloud(id: string): Promise<void> {
    for (;;) {
      const storedConversation = await localConversations.get(id);
      if (!storedConversation?.isLocal) return;
      if (toStoredSummary(storedConversation).isDraft) {
        await updateStored(id, (draft) => ({ ...draft, isLocal: false }));
        return;
      }
      const uploadedConversation = await uploadToCloud(withoutApprovals(storedConversation));
      const isReplaced = await localConversations.replaceWithStub(uploadedConversation, storedConversation.updatedAt);
      if (isReplaced) return notifyTabs(id, conversationCache.replace(uploadedConversation));
      // Another tab has changed the conversation in the meantime: upload that change, too.
    }
  }

  async function moveToLocal(id: string): Promise<void> {
    if (await updateStored(id, (stored) => ({ ...stored, isLocal: true }))) return;
    const conversation = withoutApprovals(await takeFromCloud(id));
    await localConversations.put(asLocal(conversation));
    unconfirmedIds.delete(id);
    notifyTabs(id, conversationCache.replace(asLocal(conversation)));
  }

  /** Deletes the conversation in the cloud and returns it as it was then, with its generated files in this browser. */
  async function takeFromCloud(id: string): Promise<Conversation> {
    let copy: Conversation | null = null;
    const removed = await readAndRemove(core, id, async (conversation) => {
      // The deletion also deletes the files.
      const withFiles = await core.copyFilesHere(conversation).catch((error: unknown) => {
        throw toStorageFullError(error);
      });
      copy = withFiles;
      // Store a backup copy first: if a later step fails, the conversation is in the cloud, here, or in both.
      await localConversations.put(withFiles);
      await deleteInCloud(id, conversation.revision).catch((error: unknown) =>
        handleFailedDeletion(conversation, error),
      );
    });
    return copy ?? removed;
  }

  /**
   * Handles a failed deletion in the cloud and rethrows the error. Without a response the conversation may have been
   * deleted, so the backup copy stays.
   */
  async function handleFailedDeletion(conversation: Conversation, error: unknown): Promise<never> {
    if (error instanceof CallError && error.status !== null) {
      await localConversations.remove(conversation.id);
      await localConversations.putStub(conversation);
    }
    throw error;
  }

  return (id, to) => (to === "cloud" ? moveToCloud(id) : moveToLocal(id));
}

/** Cancels the steps that wait for an approval: the run behind them belongs to the place that the conversation leaves. */
export function withoutApprovals(conversation: Conversation): Conversation {
  const cancelApprovals = (message: Message): Message =>
    hasWaitingStep(message.data)
      ? { ...message, data: { ...message.data, steps: cancelOpenSteps(message.data.steps ?? []) } }
      : message;
  return { ...conversation, messages: conversation.messages.map(cancelApprovals) };
}
