import { type Conversation, updateConversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { getChangeLockName, getTurnLockName } from "../conversationLocks.ts";
import type { DefaultStorage } from "../storageSelection.ts";
import { isInCloud, isUnconfirmed, toStoredSummary, toStub } from "../storedSummary.ts";
import { ConversationNotFoundError, mapNotFound, readFromCloud } from "./cloudConversations.ts";
import { connectTabs, type TabChange } from "./connectTabs.ts";
import { createConversationCache } from "./conversationCache.ts";
import { createKeyedMutex } from "./createKeyedMutex.ts";
import type { LocalConversations } from "./localConversations.ts";
import { withUnconfirmed } from "./messageChanges.ts";
import { reportFullStorage } from "./reportFullStorage.ts";
import { type CloudSettings, getChangedSettings } from "./sentSettings.ts";

export type Change = (conversation: Conversation) => Conversation;

export interface StoreOptions {
  now?: () => Date;
  /** Called when a write fails because this browser's storage is full. */
  onStorageFull?: () => void;
  locks?: LockManager | undefined;
  defaultStorage?: DefaultStorage;
  /** Stores the files of a cloud conversation in this browser, and returns it with their keys here. */
  copyFilesHere?: (userId: string, conversation: Conversation) => Promise<Conversation>;
  /** Returns the id of the folder for a conversation that starts now; null: no folder. */
  getFolderForNew?: (() => Promise<string | null>) | undefined;
}

/** The parts that all actions on conversations share: reads, changes here and in the cloud, and locks. */
export type StoreCore = ReturnType<typeof createStoreCore>;

/** How long a change waits for a change of the same conversation in another tab. */
const maxChangeWaitMs = 10_000;

const getChangedElsewhereText = () => t`This chat is being changed in another tab. Try again in a moment.`;
const getStreamingElsewhereText = () => t`An answer is still being written in this chat.`;

export function createStoreCore(
  userId: string,
  storage: LocalConversations,
  cache: QueryClient,
  {
    now = () => new Date(),
    onStorageFull = () => {},
    locks = globalThis.navigator?.locks,
    copyFilesHere = async (_, conversation) => conversation,
  }: StoreOptions,
) {
  const localConversations = reportFullStorage(storage, onStorageFull);
  const conversationCache = createConversationCache(userId, cache);
  const withMutex = createKeyedMutex();
  /** The messages of cloud conversations that this tab shows and the server may not have yet, by conversation id. */
  const unconfirmedIds = new Map<string, Set<string>>();
  /** The settings that this tab has sent with first turns which the cloud has not confirmed, by conversation id. */
  const sentSettings = new Map<string, CloudSettings>();
  /**
   * The ids of conversations removed since the last sync started. The list that the sync reads may still contain them.
   */
  const removedIds = new Set<string>();
  const tabNotifiers = new Set<(change: TabChange) => void>();

  const getTimestamp = () => now().toISOString();
  /**
   * Notifies the other tabs that conversations have changed. `isListChanged`: their lines in the list have changed,
   * too.
   */
  function notifyTabs(ids: string | readonly string[], isListChanged: boolean): void {
    for (const send of tabNotifiers) send({ ids: typeof ids === "string" ? [ids] : ids, isListChanged });
  }

  async function read(id: string, signal?: AbortSignal): Promise<Conversation> {
    for (;;) {
      const writeCount = conversationCache.getWriteCount(id);
      const conversation = await readOnce(id, signal);
      // A write happened in the meantime, so this result is outdated: read again.
      if (conversationCache.getWriteCount(id) !== writeCount) continue;
      conversationCache.markPresent(id);
      return conversation;
    }
  }

  async function readOnce(id: string, signal: AbortSignal | undefined): Promise<Conversation> {
    const storedConversation = await localConversations.get(id);
    if (storedConversation && !isUnconfirmed(storedConversation)) return storedConversation;
    try {
      const cloudConversation = await readFromCloud(id, signal);
      if (storedConversation) await confirm(id);
      return addUnconfirmed(cloudConversation);
    } catch (error) {
      // The cloud does not have it, or cannot be read now.
      if (storedConversation) return storedConversation;
      if (!(error instanceof ConversationNotFoundError)) throw error;
      const recoveredConversation = await recover(id);
      if (recoveredConversation) return recoveredConversation;
      throw error;
    }
  }

  const addUnconfirmed = (cloudConversation: Conversation): Conversation => {
    const { id } = cloudConversation;
    return withUnconfirmed(cloudConversation, conversationCache.find(id), unconfirmedIds.get(id) ?? new Set());
  };

  /**
   * Handles that the cloud has a conversation: replaces the copy stored here with its stub, after uploading the
   * settings that were changed here since the first turn was sent. Returns false if no such copy is stored here.
   */
  async function confirm(id: string): Promise<boolean> {
    const storedConversation = await localConversations.get(id);
    if (!storedConversation || storedConversation.isLocal) return false;
    const changes = getChangedSettings(sentSettings.get(id), storedConversation);
    if (changes) await updateInCloud(id, changes);
    else if (!(await localConversations.replaceWithStub(storedConversation, storedConversation.updatedAt)))
      return confirm(id); // It has changed in the meantime.
    sentSettings.delete(id);
    const copy = conversationCache.find(id);
    if (copy && !isInCloud(copy)) conversationCache.set({ ...copy, revision: 1 });
    else conversationCache.setSummary(toStub(copy ?? storedConversation));
    notifyTabs(id, true);
    return true;
  }

  /**
   * Finds out whether the cloud has a conversation whose first turn was sent but not confirmed, because a change must
   * reach the copy that counts. Does nothing for other conversations. Throws CallError.
   */
  async function settleUnconfirmed(id: string): Promise<void> {
    const summary = await localConversations.findSummary(id);
    if (!summary || summary.isStub || summary.isLocal || (summary.isDraft && !sentSettings.has(id))) return;
    const storedConversation = await localConversations.get(id);
    if (!storedConversation || !(isUnconfirmed(storedConversation) || sentSettings.has(id))) return;
    try {
      await readFromCloud(id);
      if (await confirm(id)) conversationCache.invalidate(id);
    } catch (error) {
      // A withdrawn turn leaves a draft, which can be changed without the cloud: `confirm` uploads the changes.
      if (!(error instanceof ConversationNotFoundError) && isUnconfirmed(storedConversation)) throw error;
    }
  }

  /** Handles a conversation that the cloud does not have: recovers the stored copy, or removes it from the list. */
  async function recover(id: string): Promise<Conversation | null> {
    const recoveredConversation = await localConversations.recover(id);
    if (recoveredConversation) conversationCache.setSummary(toStoredSummary(recoveredConversation));
    else conversationCache.removeFromList(id);
    notifyTabs(id, true);
    return recoveredConversation;
  }

  /** Changes a conversation that is stored here. Returns null if it is not. */
  async function updateStored(id: string, change: Change): Promise<Conversation | null> {
    const changedConversation = await localConversations.update(id, change);
    if (changedConversation) notifyTabs(id, conversationCache.replace(changedConversation));
    return changedConversation;
  }

  /**
   * Changes this tab's copy of a cloud conversation and its summary, not the server's rows. Returns null if there is no
   * copy.
   */
  async function updateCachedCopy(id: string, change: Change): Promise<Conversation | null> {
    const cachedConversation = conversationCache.find(id);
    return (
      cachedConversation && updateGivenCopy(isInCloud(cachedConversation) ? cachedConversation : await read(id), change)
    );
  }

  async function updateGivenCopy(copy: Conversation, change: Change): Promise<Conversation> {
    const { id } = copy;
    // The conversation was just moved from the cloud to this browser.
    if (!isInCloud(copy)) return (await updateStored(id, change)) ?? change(copy);
    const changedConversation = change(copy);
    notifyTabs(id, conversationCache.set(changedConversation));
    await localConversations.putStub(changedConversation).catch(() => {}); // The next sync restores the stub.
    return changedConversation;
  }

  /** Changes the name or settings in the cloud, then here. Does not load a conversation that was not opened. */
  async function updateInCloud(id: string, changes: Partial<CloudSettings>): Promise<void> {
    const pendingCall = call(updateConversation, { conversationId: id, changes });
    const { conversation: summary, revision } = await recoverIfMissing(id, pendingCall);
    const copy = conversationCache.find(id);
    const isListChanged = copy
      ? conversationCache.set({ ...copy, ...changes, ...summary, isLocal: false, revision })
      : conversationCache.setSummary(toStub(summary));
    notifyTabs(id, isListChanged);
    await localConversations.putStub(summary).catch(() => {}); // The next sync restores the stub.
  }

  async function recoverIfMissing<T>(id: string, pendingCall: Promise<T>): Promise<T> {
    return mapNotFound(pendingCall).catch(async (error: unknown) => {
      if (error instanceof ConversationNotFoundError) await recover(id);
      throw error;
    });
  }

  return {
    localConversations,
    conversationCache,
    locks,
    withMutex,
    unconfirmedIds,
    sentSettings,
    removedIds,
    copyFilesHere: (conversation: Conversation) => copyFilesHere(userId, conversation),
    getTimestamp,
    now,
    notifyTabs,
    read,
    recover,
    confirm,
    updateStored,
    updateCachedCopy,
    updateGivenCopy,
    /** Changes a conversation that is stored here, or this tab's copy of a cloud conversation. */
    change: async (id: string, update: Change) =>
      (await updateStored(id, update)) ?? (await updateCachedCopy(id, update)),
    updateInCloud,
    /** Runs `work` after earlier changes to the conversation, and once it is clear which copy of it counts. */
    withSettled: <T>(id: string, work: () => Promise<T>) =>
      withMutex(id, async () => {
        await settleUnconfirmed(id);
        return work();
      }),
    /**
     * Like `withSettled`, but throws if an answer is being written in the conversation, here or in another tab.
     */
    withConversationLock: <T>(id: string, work: () => Promise<T>) =>
      withMutex(id, () =>
        runUnlessStreaming(locks, id, async () => {
          await settleUnconfirmed(id);
          return work();
        }),
      ),
    recoverIfMissing,
    connectTabs: () => connectTabs(userId, conversationCache, tabNotifiers),
  };
}

/**
 * Runs `work` once no other tab is changing the conversation. Throws if an answer is being written in it, here or in
 * another tab: see `acquireTurnLock`.
 */
async function runUnlessStreaming<T>(locks: LockManager | undefined, id: string, work: () => Promise<T>): Promise<T> {
  if (!locks) return work();
  let isWaiting = true;
  const runLocked = async (): Promise<T> => {
    isWaiting = false;
    return locks.request(getTurnLockName(id), { ifAvailable: true }, async (lock): Promise<T> => {
      if (!lock) throw new Error(getStreamingElsewhereText());
      return work();
    });
  };
  const signal = AbortSignal.timeout(maxChangeWaitMs);
  return locks.request(getChangeLockName(id), { signal }, runLocked).catch((error: unknown) => {
    throw isWaiting && signal.aborted ? new Error(getChangedElsewhereText(), { cause: error }) : error;
  });
}
