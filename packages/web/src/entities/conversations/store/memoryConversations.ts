import type { Conversation, ConversationSummary } from "@lectern/contract";
import { asLocal, asLocalIfSpare, type KeptSummary, keptSummaryOf, stubOf, unlessSpare } from "../keptSummary.ts";
import type { LocalConversations } from "./localConversations.ts";

/** The same as in IndexedDB, for a browser that lets this site keep nothing: it lasts as long as the tab. */
export function memoryConversations(): LocalConversations {
  const records = new Map<string, Conversation>();
  const summaries = new Map<string, KeptSummary>();

  function putWhole(conversation: Conversation): void {
    records.set(conversation.id, conversation);
    summaries.set(conversation.id, keptSummaryOf(conversation));
  }

  function putStub(summary: ConversationSummary): void {
    if (unlessSpare(records.get(summary.id))) records.delete(summary.id);
    summaries.set(summary.id, stubOf(summary));
  }

  return {
    summaries: async () => [...summaries.values()],
    summary: async (id) => summaries.get(id) ?? null,
    get: async (id) => unlessSpare(records.get(id)),
    async recover(id) {
      const kept = records.get(id);
      if (!kept) summaries.delete(id);
      else putWhole(asLocalIfSpare(kept));
      return records.get(id) ?? null;
    },
    put: async (conversation) => putWhole(conversation),
    async add(conversations) {
      const added: string[] = [];
      for (const conversation of conversations) {
        if (summaries.has(conversation.id)) continue;
        putWhole(conversation);
        added.push(conversation.id);
      }
      return added;
    },
    async update(id, change) {
      const kept = unlessSpare(records.get(id));
      if (!kept) return null;
      const changed = change(kept);
      putWhole(changed);
      return changed;
    },
    putStub: async (summary) => putStub(summary),
    async swapForStub(summary, updatedAt) {
      if (records.get(summary.id)?.updatedAt !== updatedAt) return false;
      putStub(summary);
      return true;
    },
    async replaceStubs(cloud, known) {
      const inCloud = new Set(cloud.map(({ id }) => id));
      const gone: KeptSummary[] = [];
      for (const summary of [...summaries.values()]) {
        if (!summary.isStub || !known.has(summary.id) || inCloud.has(summary.id)) continue;
        const spare = records.get(summary.id);
        if (spare) putWhole(asLocal(spare));
        else summaries.delete(summary.id);
        if (!spare) gone.push(summary);
      }
      for (const summary of cloud) {
        if (summaries.get(summary.id)?.isStub !== false) summaries.set(summary.id, stubOf(summary));
      }
      return gone;
    },
    async remove(id) {
      records.delete(id);
      summaries.delete(id);
    },
    async search(query, onHits, signal) {
      const { searchKept } = await import("../search/searchKept.ts");
      const source = {
        summaries: async () => [...summaries.values()],
        read: async (ids: readonly string[]) => ids.flatMap((id) => records.get(id) ?? []),
      };
      await searchKept(source, query, onHits, signal);
    },
  };
}
