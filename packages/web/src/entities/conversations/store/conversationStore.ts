import type { Conversation, ConversationSettings } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { findDraft, type NewConversationChoices, newConversation, trimName } from "../newConversation.ts";
import type { DefaultStorage } from "../storageSelection.ts";
import { type ConversationMarks, type StoredSummary, toStoredSummary } from "../storedSummary.ts";
import type { TurnStore } from "../turnStore.ts";
import { changeMarks } from "./changeMarks.ts";
import { deleteInCloud, listCloudConversations } from "./cloudConversations.ts";
import { connectCloudEvents } from "./connectCloudEvents.ts";
import type { ConversationActions } from "./conversationActions.ts";
import type { LocalConversations } from "./localConversations.ts";
import { type Change, createStoreCore, type StoreCore, type StoreOptions } from "./storeCore.ts";
import { createTurns } from "./storeTurns.ts";

/**
 * One person's conversations, in this browser and in the cloud. Writes also update the query cache. The methods throw
 * CallError if the cloud fails, ConversationNotFoundError if the conversation does not exist, and StorageFullError if
 * this browser's storage is full.
 */
export interface ConversationStore extends TurnStore, ConversationActions {
  /** Where new conversations are stored until the person decides. */
  readonly defaultStorage: DefaultStorage;
  list(): Promise<StoredSummary[]>;
  /**
   * Reads the cloud's list of conversations and stores the summaries. Returns the summaries of conversations that are
   * gone from the cloud and were removed here.
   */
  sync(signal?: AbortSignal): Promise<{ removed: StoredSummary[] }>;
  read(id: string, signal?: AbortSignal): Promise<Conversation>;
  /**
   * Returns the id of an empty conversation with these choices: the existing draft, or a new conversation. Writes one
   * record.
   */
  startNew(choices: NewConversationChoices): Promise<string>;
  /** Renames a conversation. A blank name changes nothing. */
  rename(id: string, name: string): Promise<void>;
  changeSettings(id: string, changes: SettingsChanges): Promise<void>;
  /** Pins or archives a conversation, or the opposite. This does not count as a change, like moving it to a folder. */
  changeMarks(id: string, marks: ConversationMarks): Promise<void>;
  remove(id: string): Promise<void>;
  /** Moves a conversation with all its messages. If a step fails, nothing is lost and the move can be retried. */
  move(id: string, to: "cloud" | "local"): Promise<void>;
  /** Starts to exchange changes with the other tabs. Returns the stop function. */
  connectTabs(): () => void;
  /** Starts to apply what the server tells about changes. Returns the stop function. */
  connectCloud(): () => void;
}

/** Changes of a conversation's settings. `groupType`: the type of the assistant's group that the person has chosen. */
export type SettingsChanges = Partial<ConversationSettings & Pick<Conversation, "groupType">>;

/** The key of the query that syncs the list. */
export const syncKey = (userId: string) => ["conversationSync", userId] as const;

export function createConversationStore(
  userId: string,
  storage: LocalConversations,
  cache: QueryClient,
  options: StoreOptions = {},
): ConversationStore {
  const core = createStoreCore(userId, storage, cache, options);
  const {
    localConversations,
    conversationCache,
    withMutex,
    unconfirmedIds,
    removedIds,
    getTimestamp,
    now,
    notifyTabs,
    updateStored,
  } = core;

  return {
    ...createTurns(core, options.getFolderForNew),
    ...createLazyActions(core),
    defaultStorage: options.defaultStorage ?? null,
    list: () => localConversations.listSummaries(),
    read: core.read,
    connectTabs: core.connectTabs,
    connectCloud: () => connectCloudEvents(core, () => void cache.invalidateQueries({ queryKey: syncKey(userId) })),

    async sync(signal) {
      removedIds.clear();
      const summariesBefore = await localConversations.listSummaries();
      const stubsBefore = new Map(summariesBefore.filter(({ isStub }) => isStub).map((stored) => [stored.id, stored]));
      const awaitedIds = new Set(summariesBefore.filter(isAwaited).map(({ id }) => id));
      const cloudSummaries = (await listCloudConversations(signal)).filter(({ id }) => !removedIds.has(id));
      for (const { id } of cloudSummaries) if (awaitedIds.has(id)) await withMutex(id, () => core.confirm(id));
      const removed = await localConversations.replaceStubs(cloudSummaries, new Set(stubsBefore.keys()));
      conversationCache.setList(await localConversations.listSummaries());
      for (const { id, updatedAt } of cloudSummaries) {
        if (conversationCache.find(id)?.isLocal === false && stubsBefore.get(id)?.updatedAt !== updatedAt)
          conversationCache.invalidate(id);
      }
      notifyTabs([], true);
      return { removed };
    },

    async startNew(choices) {
      const newDraft = newConversation(choices, now());
      const draft = findDraft(await localConversations.listSummaries());
      let conversation = newDraft;
      const resetDraft: Change = (stored) => {
        if (!toStoredSummary(stored).isDraft) return stored;
        conversation = { ...newDraft, id: stored.id };
        return conversation;
      };
      if (draft) await withMutex(draft.id, () => localConversations.update(draft.id, resetDraft));
      if (conversation === newDraft) await localConversations.put(newDraft);
      notifyTabs(conversation.id, conversationCache.set(conversation));
      return conversation.id;
    },

    async rename(id, newName) {
      const name = trimName(newName);
      if (name === "") return;
      await core.withSettled(id, async () => {
        const storedConversation = await updateStored(id, (stored) => ({ ...stored, name, updatedAt: getTimestamp() }));
        if (!storedConversation) await core.updateInCloud(id, { name });
      });
    },

    changeSettings: (id, changes) =>
      core.withSettled(id, async () => {
        const storedConversation = await updateStored(id, (stored) => ({
          ...stored,
          ...changes,
          updatedAt: getTimestamp(),
        }));
        if (storedConversation) return;
        const copy = conversationCache.find(id);
        if (copy) conversationCache.set({ ...copy, ...changes });
        await core.updateInCloud(id, changes).catch((error: unknown) => {
          const latest = conversationCache.find(id);
          if (copy && latest) {
            const { modelId, prompt, temperature, maxTokens, accountId, groupType } = copy;
            const { projectId, skipMemory, skipSummaries } = copy;
            const settings = { modelId, prompt, temperature, maxTokens, accountId, groupType };
            conversationCache.set({ ...latest, ...settings, projectId, skipMemory, skipSummaries });
          }
          throw error;
        });
      }),

    changeMarks: (id, marks) => changeMarks(core, id, marks),

    remove: (id) =>
      core.withConversationLock(id, async () => {
        if (!(await localConversations.get(id))) await deleteInCloud(id);
        await localConversations.remove(id);
        removedIds.add(id);
        unconfirmedIds.delete(id);
        conversationCache.remove(id);
        notifyTabs(id, true);
      }),
  };
}

/** True if the conversation is created in the cloud with its first turn, and the cloud has not confirmed that yet. */
const isAwaited = ({ isLocal, isStub }: StoredSummary) => !isLocal && !isStub;

/** Returns the actions whose code is loaded on first use. */
function createLazyActions(core: StoreCore): ConversationActions & Pick<ConversationStore, "move"> {
  let loadedActions: (ConversationActions & { moveLocked: ConversationStore["move"] }) | undefined;
  const loadActions = async () => {
    const { createActions } = await import("../actions/createActions.ts");
    loadedActions ??= createActions(core);
    return loadedActions;
  };
  return {
    // Acquire the lock before the code is loaded, so that later changes wait for the move.
    move: (...args) => core.withConversationLock(args[0], async () => (await loadActions()).moveLocked(...args)),
    moveToFolder: async (...args) => (await loadActions()).moveToFolder(...args),
    changeManyMarks: async (...args) => (await loadActions()).changeManyMarks(...args),
    changeTags: async (...args) => (await loadActions()).changeTags(...args),
    clear: async (...args) => (await loadActions()).clear(...args),
    removeWithCopies: async (...args) => (await loadActions()).removeWithCopies(...args),
    removeMany: async (...args) => (await loadActions()).removeMany(...args),
    restore: async (...args) => (await loadActions()).restore(...args),
    moveMany: async (...args) => (await loadActions()).moveMany(...args),
    fork: async (...args) => (await loadActions()).fork(...args),
    copy: async (...args) => (await loadActions()).copy(...args),
    overwriteMessage: async (...args) => (await loadActions()).overwriteMessage(...args),
    rewriteMessage: async (...args) => (await loadActions()).rewriteMessage(...args),
    revertMessage: async (...args) => (await loadActions()).revertMessage(...args),
    changeArtifacts: async (id, decide) => (await loadActions()).changeArtifacts(id, decide),
    changeMessageData: async (...args) => (await loadActions()).changeMessageData(...args),
    removeMessage: async (...args) => (await loadActions()).removeMessage(...args),
    prepareAdding: async (...args) => (await loadActions()).prepareAdding(...args),
    search: async (...args) => (await loadActions()).search(...args),
  };
}
