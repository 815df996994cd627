import {
  appendMessages,
  buildFallbackTitle,
  type Conversation,
  getBranch,
  isUntitled,
  updateConversation,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { getSummaryLockName } from "../conversationLocks.ts";
import { needsTitle, requestTitle } from "../conversationTitle.ts";
import { isInCloud } from "../storedSummary.ts";
import type { TurnStore } from "../turnStore.ts";
import { addAnswer, uploadAnswerArtifacts } from "./answerArtifacts.ts";
import { ConversationNotFoundError } from "./cloudConversations.ts";
import { addSummary, addSummaryFailure, summarizeLocal } from "./localSummaries.ts";
import { upsertAnswer, upsertMessages } from "./messageChanges.ts";
import type { Change, StoreCore } from "./storeCore.ts";

/**
 * Creates the methods of the store that the chat needs. `getFolderForNew` returns the id of the folder for a
 * conversation that starts now; null: no folder.
 */
export function createTurns(core: StoreCore, getFolderForNew?: () => Promise<string | null>): TurnStore {
  const {
    localConversations,
    conversationCache,
    locks,
    withMutex,
    unconfirmedIds,
    sentSettings,
    getTimestamp,
    read,
    updateStored,
    updateCachedCopy,
    updateGivenCopy,
  } = core;

  /** The local conversations that are being summarized. */
  const summarizedIds = new Set<string>();

  /**
   * Gives the conversation a title from the server, or a fallback title. Generating a title may take a while, so
   * callers do not wait.
   */
  async function setTitle(conversation: Conversation): Promise<void> {
    const { id, isLocal, messages } = conversation;
    // The server gives a cloud conversation its title, also without an answer.
    const needsModel = !isLocal || messages.at(-1)?.content !== "";
    const title = needsModel ? await requestTitle(conversation).catch(() => null) : null;
    await withMutex(id, async () => {
      if (title === null) return setFallbackTitle(id);
      const giveTitle: Change = (latest) =>
        isUntitled(latest.name, latest.messages) ? { ...latest, name: title } : latest;
      await core.change(id, giveTitle);
    });
  }

  /** Gives an untitled conversation the fallback title, where it is stored. */
  async function setFallbackTitle(id: string): Promise<void> {
    const giveTitle: Change = (latest) =>
      isUntitled(latest.name, latest.messages) ? { ...latest, name: buildFallbackTitle(latest.messages) } : latest;
    if (await updateStored(id, giveTitle)) return;
    const copy = conversationCache.find(id);
    if (!copy) return;
    const { name } = giveTitle(copy);
    if (name !== copy.name) await core.updateInCloud(id, { name });
  }

  /**
   * Has the earlier messages of a local conversation summarized, if its last answer says that they will not fit. Does
   * nothing while that happens already, here or in another tab. A failure is noted with the answer: the next one tries again.
   */
  async function summarize(conversation: Conversation): Promise<void> {
    const { id, messages, headId } = conversation;
    if (summarizedIds.has(id)) return;
    summarizedIds.add(id);
    try {
      await unlessHeldElsewhere(getSummaryLockName(id), () =>
        summarizeLocal(conversation, (messageId, summary) =>
          withMutex(id, async () => {
            let isStored = false;
            // Not where the conversation has been moved to the cloud meanwhile.
            await updateStored(id, (latest) => {
              const changed = addSummary(latest, messageId, summary);
              isStored = changed !== null;
              return changed ? { ...latest, messages: changed } : latest;
            });
            return isStored;
          }),
        ),
      );
    } catch (error) {
      const answerId = getBranch(messages, headId).at(-1)?.id;
      if (!(error instanceof CallError) || answerId === undefined) throw error;
      const reason = error.reason ?? error.message;
      await withMutex(id, () =>
        updateStored(id, (latest) => ({ ...latest, messages: addSummaryFailure(latest.messages, answerId, reason) })),
      );
    } finally {
      summarizedIds.delete(id);
    }
  }

  async function unlessHeldElsewhere(lockName: string, work: () => Promise<void>): Promise<void> {
    if (!locks) return work();
    await locks.request(lockName, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
    });
  }

  /** Returns the change that sets the folder of a conversation before its first message. A draft has no folder. */
  async function prepareFolderChange(id: string): Promise<Change> {
    const keepUnchanged: Change = (latest) => latest;
    if (!getFolderForNew || conversationCache.find(id)?.messages.length) return keepUnchanged;
    const storedConversation = await localConversations.get(id);
    if (!storedConversation || storedConversation.messages.length > 0 || storedConversation.folderId !== null)
      return keepUnchanged;
    const folderId = await getFolderForNew().catch(() => null); // Conversations without a folder are still listed.
    return (latest) => (latest.folderId === null ? { ...latest, folderId } : latest);
  }

  return {
    beginTurn: (id, messages, headId) =>
      withMutex(id, async () => {
        const applyFolder = await prepareFolderChange(id);
        const addTurn: Change = (conversation) => ({
          ...conversation,
          messages: upsertMessages(conversation.messages, messages),
          headId,
          updatedAt: getTimestamp(),
        });
        const updatedConversation = await updateStored(id, (conversation) => addTurn(applyFolder(conversation)));
        if (updatedConversation?.isLocal) return updatedConversation;
        const ids = unconfirmedIds.get(id) ?? new Set();
        unconfirmedIds.set(id, ids);
        for (const message of messages) ids.add(message.id);
        if (updatedConversation) {
          // An earlier attempt may have created the conversation with the settings that were sent first.
          // A first turn does not carry the marks.
          const sent = { ...updatedConversation, isPinned: undefined, isArchived: undefined };
          if (!sentSettings.has(id)) sentSettings.set(id, sent);
          return updatedConversation;
        }
        const copy = conversationCache.find(id);
        return updateGivenCopy(copy && isInCloud(copy) ? copy : await read(id), addTurn);
      }),

    setCodeInterpreterId: (id, codeInterpreterAssistantId) =>
      withMutex(id, async () => {
        const change: Change = (conversation) => ({ ...conversation, codeInterpreterAssistantId });
        if (!(await updateStored(id, change))) await updateCachedCopy(id, change);
      }),

    confirmTurn: (id, reply) =>
      withMutex(id, async () => {
        if (await core.confirm(id)) return;
        await updateCachedCopy(id, (conversation) => upsertAnswer(conversation, reply));
      }),

    withdrawTurn: (id, messageIds, headId) =>
      withMutex(id, async () => {
        const withdrawnIds = new Set(messageIds);
        for (const messageId of messageIds) unconfirmedIds.get(id)?.delete(messageId);
        await core.change(id, (conversation) => ({
          ...conversation,
          messages: conversation.messages.filter((message) => !withdrawnIds.has(message.id)),
          headId,
        }));
      }),

    saveAnswer: (id, reply, needsUpload, artifacts = []) =>
      withMutex(id, async () => {
        const versions = artifacts
          .filter(({ contents }) => contents !== "")
          .map((artifact) => ({ ...artifact, messageId: reply.id }));
        const change: Change = (conversation) => addAnswer(conversation, reply, versions).conversation;
        try {
          if (await updateStored(id, change)) return;
          if (!needsUpload) return void (await updateCachedCopy(id, change));
          await core.recoverIfMissing(id, call(appendMessages, { conversationId: id, messages: [reply] }));
          const stored = versions.length > 0 ? await uploadAnswerArtifacts(core, id, reply, versions) : null;
          await updateCachedCopy(id, stored?.change ?? change);
        } catch (error) {
          // The save failed, but the answer can be read and copied as long as the page is open.
          const copy = conversationCache.find(id);
          if (copy) conversationCache.set(change(copy));
          throw error;
        }
      }),

    async finishTurn(id) {
      unconfirmedIds.delete(id);
      const updatedConversation = await withMutex(id, () =>
        core.change(id, (latest) => ({ ...latest, updatedAt: getTimestamp() })),
      );
      // No notice if this fails: the person can see that the conversation has no title.
      if (updatedConversation && needsTitle(updatedConversation)) void setTitle(updatedConversation).catch(() => {});
      // Nor if this fails: the window of the conversation says why, and the next answer tries again.
      if (updatedConversation?.isLocal) void summarize(updatedConversation).catch(() => {});
    },

    nameUnanswered: (id) =>
      withMutex(id, async () => {
        const conversation = conversationCache.find(id);
        if (conversation && needsTitle(conversation)) await setFallbackTitle(id);
      }),

    showVersion: (id, headId) =>
      withMutex(id, async () => {
        if (await updateStored(id, (stored) => ({ ...stored, headId }))) return;
        await updateCachedCopy(id, (copy) => ({ ...copy, headId }));
        if (unconfirmedIds.get(id)?.has(headId)) return;
        await core.recoverIfMissing(id, call(updateConversation, { conversationId: id, changes: { headId } }));
      }),

    reload: (id) =>
      withMutex(id, async () => {
        try {
          const conversation = await read(id);
          conversationCache.replace(conversation);
          return conversation;
        } catch (error) {
          if (!(error instanceof ConversationNotFoundError)) throw error;
          return null;
        }
      }),
  };
}
