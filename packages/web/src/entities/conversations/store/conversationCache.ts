import type { Conversation } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { isInCloud, type StoredSummary, toStoredSummary } from "../storedSummary.ts";

export const conversationKeys = {
  list: (userId: string) => ["conversations", userId] as const,
  all: (userId: string) => ["conversation", userId] as const,
  one: (userId: string, id: string) => ["conversation", userId, id] as const,
};

/** One person's conversations in the query cache, which is what the screen shows. */
export interface ConversationCache {
  /** Returns the whole conversation; null if it has not been loaded. */
  find(id: string): Conversation | null;
  /**
   * Replaces the conversation if it has been loaded, and its line in the list. Returns true if the line has changed.
   */
  replace(conversation: Conversation): boolean;
  /**
   * Adds or replaces the conversation, whether or not it has been loaded, and its line in the list. Returns true if the
   * line has changed.
   */
  set(conversation: Conversation): boolean;
  /** Adds or replaces a line of the list. Returns true if the line has changed. */
  setSummary(summary: StoredSummary): boolean;
  setList(summaries: StoredSummary[]): void;
  /** Changes many conversations and their lines in one update, so that the list renders once. */
  changeAll(changedSummaries: readonly StoredSummary[], change: (conversation: Conversation) => Conversation): void;
  removeFromList(id: string): void;
  remove(...ids: string[]): void;
  /** Marks a removed conversation as present after it has been read again. */
  markPresent(id: string): void;
  /** Returns the number of writes to a conversation, by which a read detects a write in the meantime. */
  getWriteCount(id: string): number;
  /**
   * Marks a conversation as changed elsewhere. The conversation is read again immediately if it is on the screen,
   * otherwise when it is next opened.
   */
  invalidate(id: string): void;
  /**
   * Handles that a conversation was deleted in the cloud and stored there again, with revisions that begin at 1: no copy
   * may pass for a newer one.
   */
  restartRevisions(id: string): void;
  invalidateAll(): void;
  invalidateList(): void;
}

export function createConversationCache(userId: string, cache: QueryClient): ConversationCache {
  const listKey = conversationKeys.list(userId);
  const writeCounts = new Map<string, number>();
  /** The ids of removed conversations. One that is on the screen stays in the cache until something else is opened. */
  const removedIds = new Set<string>();
  const countWrite = (id: string) => writeCounts.set(id, (writeCounts.get(id) ?? 0) + 1);
  const find = (id: string) =>
    removedIds.has(id) ? null : (cache.getQueryData<Conversation>(conversationKeys.one(userId, id)) ?? null);

  function setSummary(summary: StoredSummary): boolean {
    const previous = cache.getQueryData<StoredSummary[]>(listKey)?.find(({ id }) => id === summary.id);
    if (previous && JSON.stringify(previous) === JSON.stringify(summary)) return false;
    cache.setQueryData<StoredSummary[]>(
      listKey,
      (known) => known && withSummariesFirst(known, new Map([[summary.id, summary]])),
    );
    return true;
  }

  function set(conversation: Conversation): boolean {
    countWrite(conversation.id);
    removedIds.delete(conversation.id);
    cache.setQueryData(conversationKeys.one(userId, conversation.id), conversation);
    return setSummary(toStoredSummary(conversation));
  }

  function removeFromList(...ids: string[]): void {
    const idsToRemove = new Set(ids);
    cache.setQueryData<StoredSummary[]>(listKey, (known) => known?.filter(({ id }) => !idsToRemove.has(id)));
  }

  return {
    find,
    set,
    setSummary,
    removeFromList,
    replace(conversation) {
      if (find(conversation.id)) return set(conversation);
      countWrite(conversation.id);
      return setSummary(toStoredSummary(conversation));
    },
    setList: (summaries) => void cache.setQueryData(listKey, summaries),
    changeAll(changedSummaries, change) {
      for (const { id } of changedSummaries) {
        countWrite(id);
        const cachedConversation = find(id);
        if (cachedConversation) cache.setQueryData(conversationKeys.one(userId, id), change(cachedConversation));
      }
      const summariesById = new Map(changedSummaries.map((summary) => [summary.id, summary]));
      cache.setQueryData<StoredSummary[]>(listKey, (current) => current && withSummariesFirst(current, summariesById));
    },
    remove(...ids) {
      removeFromList(...ids);
      for (const id of ids) {
        countWrite(id);
        removedIds.add(id);
        const queryKey = conversationKeys.one(userId, id);
        cache.removeQueries({ queryKey, type: "inactive" });
        // If the conversation is still on the screen, do not read it now but when it is next opened.
        void cache.invalidateQueries({ queryKey, refetchType: "none" });
      }
    },
    markPresent: (id) => void removedIds.delete(id),
    getWriteCount: (id) => writeCounts.get(id) ?? 0,
    invalidate: (id) => void cache.invalidateQueries({ queryKey: conversationKeys.one(userId, id) }),
    restartRevisions(id) {
      const queryKey = conversationKeys.one(userId, id);
      countWrite(id);
      cache.removeQueries({ queryKey, type: "inactive" });
      const shownCopy = find(id);
      if (shownCopy && isInCloud(shownCopy)) cache.setQueryData(queryKey, { ...shownCopy, revision: 1 });
    },
    invalidateAll: () => void cache.invalidateQueries({ queryKey: conversationKeys.all(userId) }),
    invalidateList: () => void cache.invalidateQueries({ queryKey: listKey }),
  };
}

/** Puts these lines at the start of the list, in place of the lines with the same ids. */
const withSummariesFirst = (
  summaries: readonly StoredSummary[],
  changedSummaries: ReadonlyMap<string, StoredSummary>,
) => [...changedSummaries.values(), ...summaries.filter(({ id }) => !changedSummaries.has(id))];
