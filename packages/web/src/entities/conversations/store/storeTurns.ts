import { appendMessages, type Conversation, defaultConversationName, updateConversation } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { buildFallbackTitle, needsTitle, requestTitle } from "../conversationTitle.ts";
import type { TurnStore } from "../turnStore.ts";
import { ConversationNotFoundError, createInCloud } from "./cloudConversations.ts";
import { upsertAnswer, upsertMessages } from "./messageChanges.ts";
import type { Change, StoreCore } from "./storeCore.ts";

/**
 * Creates the methods of the store that the chat needs. `getFolderForNew` returns the id of the folder for a
 * conversation that starts now; null: no folder.
 */
export function createTurns(core: StoreCore, getFolderForNew?: () => Promise<string | null>): TurnStore {
  const { local, cached, withMutex, unconfirmed, timestamp, read, updateStored, updateCachedCopy, updateGivenCopy } =
    core;

  /**
   * Gives the conversation a title from the server, or a fallback title. Generating a title may take a while, so
   * callers do not wait.
   */
  async function setTitle(conversation: Conversation): Promise<void> {
    const { id, isLocal } = conversation;
    const title = await requestTitle(conversation).catch(() => null);
    const name = title ?? buildFallbackTitle(conversation);
    await withMutex(id, async () => {
      const latest = cached.find(id);
      if (latest && latest.name !== defaultConversationName) return;
      if (title === null && !isLocal) await core.updateInCloud(id, { name });
      else await core.change(id, (now) => (now.name === defaultConversationName ? { ...now, name } : now));
    });
  }

  /** Returns the change that sets the folder of a conversation before its first message. A draft has no folder. */
  async function prepareFolderChange(id: string): Promise<Change> {
    const unchanged: Change = (latest) => latest;
    if (!getFolderForNew || cached.find(id)?.messages.length) return unchanged;
    const storedConversation = await local.get(id);
    if (!storedConversation || storedConversation.messages.length > 0 || storedConversation.folderId !== null)
      return unchanged;
    const folderId = await getFolderForNew().catch(() => null); // Conversations without a folder are still listed.
    return (latest) => (latest.folderId === null ? { ...latest, folderId } : latest);
  }

  return {
    beginTurn: (id, messages, headId) =>
      withMutex(id, async () => {
        const setFolder = await prepareFolderChange(id);
        const addTurn: Change = (conversation) => ({
          ...conversation,
          messages: upsertMessages(conversation.messages, messages),
          headId,
          updatedAt: timestamp(),
        });
        const updated = await updateStored(id, (conversation) =>
          conversation.isLocal ? addTurn(setFolder(conversation)) : setFolder(conversation),
        );
        if (updated?.isLocal) return updated;
        if (updated) {
          await createInCloud(updated);
          await local.putStub(updated);
          cached.set({ ...updated, revision: 1 });
        }
        const ids = unconfirmed.get(id) ?? new Set();
        unconfirmed.set(id, ids);
        for (const message of messages) ids.add(message.id);
        return updateGivenCopy(cached.find(id) ?? (await read(id)), addTurn);
      }),

    withdrawTurn: (id, messageIds, headId) =>
      withMutex(id, async () => {
        const withdrawn = new Set(messageIds);
        for (const messageId of messageIds) unconfirmed.get(id)?.delete(messageId);
        await core.change(id, (conversation) => ({
          ...conversation,
          messages: conversation.messages.filter((message) => !withdrawn.has(message.id)),
          headId,
        }));
      }),

    saveReply: (id, reply, needsUpload) =>
      withMutex(id, async () => {
        const addAnswer: Change = (conversation) => upsertAnswer(conversation, reply);
        try {
          if (await updateStored(id, addAnswer)) return;
          if (needsUpload)
            await core.recoverIfMissing(id, call(appendMessages, { conversationId: id, messages: [reply] }));
          await updateCachedCopy(id, addAnswer);
        } catch (error) {
          // The save failed, but the answer can be read and copied as long as the page is open.
          const copy = cached.find(id);
          if (copy) cached.set(addAnswer(copy));
          throw error;
        }
      }),

    async finishTurn(id) {
      unconfirmed.delete(id);
      const updatedConversation = await withMutex(id, () =>
        core.change(id, (latest) => ({ ...latest, updatedAt: timestamp() })),
      );
      // No notice if this fails: the person can see that the conversation has no title.
      if (updatedConversation && needsTitle(updatedConversation)) void setTitle(updatedConversation).catch(() => {});
    },

    showVersion: (id, headId) =>
      withMutex(id, async () => {
        if (await updateStored(id, (stored) => ({ ...stored, headId }))) return;
        await updateCachedCopy(id, (copy) => ({ ...copy, headId }));
        if (unconfirmed.get(id)?.has(headId)) return;
        await core.recoverIfMissing(id, call(updateConversation, { conversationId: id, changes: { headId } }));
      }),

    reload: (id) =>
      withMutex(id, async () => {
        try {
          cached.replace(await read(id));
        } catch (error) {
          if (!(error instanceof ConversationNotFoundError)) throw error;
        }
      }),
  };
}
