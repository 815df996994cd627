import type { Conversation } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { type StoredSummary, toStoredSummary } from "../storedSummary.ts";

export const conversationKeys = {
  list: (userId: string) => ["conversations", userId] as const,
  one: (userId: string, id: string) => ["conversation", userId, id] as const,
};

/** What the query cache has of one person's conversations, which is what the screen shows. */
export interface ConversationCache {
  /** The whole conversation, where it has been read. */
  find(id: string): Conversation | null;
  /** Puts a conversation in the place of the one that is known; gives whether its line in the list has changed. */
  replace(conversation: Conversation): boolean;
  /** The same, also where it is not known. */
  set(conversation: Conversation): boolean;
  /** Puts a line into the list or changes it; gives whether that changed anything. */
  setSummary(summary: StoredSummary): boolean;
  setList(summaries: StoredSummary[]): void;
  /** Changes many at once, so that the list is drawn once: these lines, and what is known of these conversations. */
  changeAll(lines: readonly StoredSummary[], change: (conversation: Conversation) => Conversation): void;
  removeFromList(id: string): void;
  remove(...ids: string[]): void;
  /** It was read, and so is there (again). */
  markPresent(id: string): void;
  /** Counts the writes to a conversation, so that a read can tell whether one has overtaken it. */
  getWriteCount(id: string): number;
  /** Somebody else has changed it: what is on the screen is read again, the rest when it is next wanted. */
  invalidate(id: string): void;
  invalidateList(): void;
}

export function createConversationCache(userId: string, cache: QueryClient): ConversationCache {
  const listKey = conversationKeys.list(userId);
  const writes = new Map<string, number>();
  /** Removed while they were on the screen, where what is left of them stays until something else is opened. */
  const removedIds = new Set<string>();
  const countWrite = (id: string) => writes.set(id, (writes.get(id) ?? 0) + 1);
  const find = (id: string) =>
    removedIds.has(id) ? null : (cache.getQueryData<Conversation>(conversationKeys.one(userId, id)) ?? null);

  function setSummary(summary: StoredSummary): boolean {
    const before = cache.getQueryData<StoredSummary[]>(listKey)?.find(({ id }) => id === summary.id);
    if (before && JSON.stringify(before) === JSON.stringify(summary)) return false;
    cache.setQueryData<StoredSummary[]>(
      listKey,
      (known) => known && withLines(known, new Map([[summary.id, summary]])),
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
    const gone = new Set(ids);
    cache.setQueryData<StoredSummary[]>(listKey, (known) => known?.filter(({ id }) => !gone.has(id)));
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
    changeAll(lines, change) {
      for (const { id } of lines) {
        countWrite(id);
        const known = find(id);
        if (known) cache.setQueryData(conversationKeys.one(userId, id), change(known));
      }
      const byId = new Map(lines.map((line) => [line.id, line]));
      cache.setQueryData<StoredSummary[]>(listKey, (before) => before && withLines(before, byId));
    },
    remove(...ids) {
      removeFromList(...ids);
      for (const id of ids) {
        countWrite(id);
        removedIds.add(id);
        const queryKey = conversationKeys.one(userId, id);
        cache.removeQueries({ queryKey, type: "inactive" });
        // Still on the screen: not read again as long as it is there, but whenever it is opened again.
        void cache.invalidateQueries({ queryKey, refetchType: "none" });
      }
    },
    markPresent: (id) => void removedIds.delete(id),
    getWriteCount: (id) => writes.get(id) ?? 0,
    invalidate: (id) => void cache.invalidateQueries({ queryKey: conversationKeys.one(userId, id) }),
    invalidateList: () => void cache.invalidateQueries({ queryKey: listKey }),
  };
}

/** The new lines first. */
const withLines = (summaries: readonly StoredSummary[], lines: ReadonlyMap<string, StoredSummary>) => [
  ...lines.values(),
  ...summaries.filter(({ id }) => !lines.has(id)),
];
