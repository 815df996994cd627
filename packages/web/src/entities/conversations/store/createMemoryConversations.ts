import type { Conversation, ConversationSummary } from "@lectern/contract";
import {
  asLocal,
  type StoredSummary,
  toLocalIfBackup,
  toStoredSummary,
  toStub,
  unlessBackup,
} from "../storedSummary.ts";
import type { LocalConversations } from "./localConversations.ts";
import { withoutNul } from "./withoutNul.ts";

/**
 * Creates a store of conversations in memory, for a browser that stores nothing for this site. Its content is lost when
 * the tab is closed.
 */
export function createMemoryConversations(): LocalConversations {
  const records = new Map<string, Conversation>();
  const summaries = new Map<string, StoredSummary>();

  function putConversation(conversation: Conversation): void {
    const clean = withoutNul(conversation);
    records.set(clean.id, clean);
    summaries.set(clean.id, toStoredSummary(clean));
  }

  function putStub(summary: ConversationSummary): void {
    if (unlessBackup(records.get(summary.id))) records.delete(summary.id);
    summaries.set(summary.id, toStub(summary));
  }

  return {
    listSummaries: async () => [...summaries.values()],
    findSummary: async (id) => summaries.get(id) ?? null,
    get: async (id) => unlessBackup(records.get(id)),
    async recover(id) {
      const storedConversation = records.get(id);
      if (!storedConversation) summaries.delete(id);
      else putConversation(toLocalIfBackup(storedConversation));
      return records.get(id) ?? null;
    },
    put: async (conversation) => putConversation(conversation),
    async add(conversations) {
      const addedIds: string[] = [];
      for (const conversation of conversations) {
        if (summaries.has(conversation.id)) continue;
        putConversation(conversation);
        addedIds.push(conversation.id);
      }
      return addedIds;
    },
    async update(id, change) {
      const storedConversation = unlessBackup(records.get(id));
      if (!storedConversation) return null;
      const changedConversation = withoutNul(change(storedConversation));
      putConversation(changedConversation);
      return changedConversation;
    },
    putStub: async (summary) => putStub(summary),
    async replaceWithStub(summary, updatedAt) {
      if (records.get(summary.id)?.updatedAt !== updatedAt) return false;
      putStub(summary);
      return true;
    },
    async replaceStubs(cloudSummaries, knownIds) {
      const cloudIds = new Set(cloudSummaries.map(({ id }) => id));
      const removedSummaries: StoredSummary[] = [];
      for (const summary of [...summaries.values()]) {
        if (!summary.isStub || !knownIds.has(summary.id) || cloudIds.has(summary.id)) continue;
        const backup = records.get(summary.id);
        if (backup) putConversation(asLocal(backup));
        else summaries.delete(summary.id);
        if (!backup) removedSummaries.push(summary);
      }
      for (const summary of cloudSummaries) {
        if (summaries.get(summary.id)?.isStub !== false) summaries.set(summary.id, toStub(summary));
      }
      return removedSummaries;
    },
    async remove(id) {
      records.delete(id);
      summaries.delete(id);
    },
    async search(query, onHits, signal) {
      const { searchStored } = await import("../search/searchStored.ts");
      const source = {
        listSummaries: async () => [...summaries.values()],
        read: async (ids: readonly string[]) => ids.flatMap((id) => records.get(id) ?? []),
      };
      await searchStored(source, query, onHits, signal);
    },
  };
}
