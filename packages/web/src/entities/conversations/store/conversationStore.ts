import { type Conversation, type ConversationSettings, clearMessages, limits } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { findDraft, type NewConversationChoices, newConversation } from "../newConversation.ts";
import { type StoredSummary, toStoredSummary } from "../storedSummary.ts";
import type { TurnStore } from "../turnStore.ts";
import { deleteInCloud, listCloudConversations } from "./cloudConversations.ts";
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
  list(): Promise<StoredSummary[]>;
  /**
   * Reads the cloud's list of conversations and stores the summaries. Returns the summaries of conversations that are
   * gone from the cloud and were removed here.
   */
  sync(signal?: AbortSignal): Promise<{ removed: StoredSummary[] }>;
  read(id: string, signal?: AbortSignal): Promise<Conversation>;
  /** Returns the id of an empty conversation with these choices: the existing draft, or a new conversation. */
  startNew(choices: NewConversationChoices): Promise<string>;
  /** Renames a conversation. A blank name changes nothing. */
  rename(id: string, name: string): Promise<void>;
  changeSettings(id: string, changes: Partial<ConversationSettings>): Promise<void>;
  clear(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Moves a conversation with all its messages. If a step fails, nothing is lost and the move can be retried. */
  move(id: string, to: "cloud" | "local"): Promise<void>;
  /** Starts to exchange changes with the other tabs. Returns the stop function. */
  connectTabs(): () => void;
}

export function createConversationStore(
  userId: string,
  storage: LocalConversations,
  cache: QueryClient,
  options: StoreOptions = {},
): ConversationStore {
  const core = createStoreCore(userId, storage, cache, options);
  const {
    local,
    cached,
    withMutex,
    unconfirmed,
    removedIds,
    timestamp,
    now,
    notifyTabs,
    updateStored,
    updateCachedCopy,
  } = core;

  return {
    ...createTurns(core, options.getFolderForNew),
    ...createLazyActions(core),
    list: () => local.summaries(),
    read: core.read,
    connectTabs: core.connectTabs,

    async sync(signal) {
      removedIds.clear();
      const before = new Map(
        (await local.summaries()).flatMap((stored) => (stored.isStub ? [[stored.id, stored]] : [])),
      );
      const cloud = (await listCloudConversations(signal)).filter(({ id }) => !removedIds.has(id));
      const removed = await local.replaceStubs(cloud, new Set(before.keys()));
      cached.setList(await local.summaries());
      for (const { id, updatedAt } of cloud) {
        if (cached.find(id)?.isLocal === false && before.get(id)?.updatedAt !== updatedAt) cached.invalidate(id);
      }
      return { removed };
    },

    async startNew(choices) {
      const newDraft = newConversation(choices, now());
      const draft = findDraft(await local.summaries());
      const reset: Change = (stored) => (toStoredSummary(stored).isDraft ? { ...newDraft, id: stored.id } : stored);
      const reusedDraft = draft ? await withMutex(draft.id, () => local.update(draft.id, reset)) : null;
      const conversation = reusedDraft && toStoredSummary(reusedDraft).isDraft ? reusedDraft : newDraft;
      if (conversation === newDraft) await local.put(newDraft);
      notifyTabs(conversation.id, cached.set(conversation));
      return conversation.id;
    },

    async rename(id, newName) {
      const name = newName.trim().slice(0, limits.conversationNameLength).trim();
      if (name === "") return;
      await withMutex(id, async () => {
        const isStored = await updateStored(id, (stored) => ({ ...stored, name, updatedAt: timestamp() }));
        if (!isStored) await core.updateInCloud(id, { name });
      });
    },

    changeSettings: (id, changes) =>
      withMutex(id, async () => {
        const isStored = await updateStored(id, (stored) => ({ ...stored, ...changes, updatedAt: timestamp() }));
        if (isStored) return;
        const copy = cached.find(id);
        if (copy) cached.set({ ...copy, ...changes });
        await core.updateInCloud(id, changes).catch((error: unknown) => {
          const latest = cached.find(id);
          if (copy && latest) {
            const { modelId, prompt, temperature, maxTokens } = copy;
            cached.set({ ...latest, modelId, prompt, temperature, maxTokens });
          }
          throw error;
        });
      }),

    clear: (id) =>
      core.withConversationLock(id, async () => {
        const withoutMessages: Change = (stored) => ({ ...stored, messages: [], headId: null, updatedAt: timestamp() });
        if (await updateStored(id, withoutMessages)) return;
        await core.recoverIfMissing(id, call(clearMessages, { conversationId: id }));
        unconfirmed.delete(id);
        await updateCachedCopy(id, withoutMessages);
      }),

    remove: (id) =>
      core.withConversationLock(id, async () => {
        if (!(await local.get(id))) await deleteInCloud(id);
        await local.remove(id);
        removedIds.add(id);
        unconfirmed.delete(id);
        cached.remove(id);
        notifyTabs(id, true);
      }),
  };
}

/** Returns the actions whose code is loaded on first use. */
function createLazyActions(core: StoreCore): ConversationActions & Pick<ConversationStore, "move"> {
  let loadedActions: (ConversationActions & { moveLocked: ConversationStore["move"] }) | undefined;
  const actions = async () => {
    const { createActions } = await import("../actions/createActions.ts");
    loadedActions ??= createActions(core);
    return loadedActions;
  };
  return {
    // Acquire the lock before the code is loaded, so that later changes wait for the move.
    move: (...args) => core.withConversationLock(args[0], async () => (await actions()).moveLocked(...args)),
    moveToFolder: async (...args) => (await actions()).moveToFolder(...args),
    changeTags: async (...args) => (await actions()).changeTags(...args),
    removeMany: async (...args) => (await actions()).removeMany(...args),
    moveMany: async (...args) => (await actions()).moveMany(...args),
    fork: async (...args) => (await actions()).fork(...args),
    copy: async (...args) => (await actions()).copy(...args),
    overwriteMessage: async (...args) => (await actions()).overwriteMessage(...args),
    removeMessage: async (...args) => (await actions()).removeMessage(...args),
    prepareAdding: async (...args) => (await actions()).prepareAdding(...args),
    search: async (...args) => (await actions()).search(...args),
  };
}
