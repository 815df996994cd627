import type { Conversation } from "@lectern/contract";
import { type KeptSummary, type LocalConversations, summaryOf } from "./localConversations.ts";

/** The same as in IndexedDB, for a browser that lets this site keep nothing: it lasts as long as the tab. */
export function memoryConversations(): LocalConversations {
  const records = new Map<string, Conversation>();
  const summaries = new Map<string, KeptSummary>();
  return {
    summaries: async () => [...summaries.values()],
    get: async (id) => records.get(id) ?? null,
    async put(conversation) {
      records.set(conversation.id, conversation);
      summaries.set(conversation.id, { ...summaryOf(conversation), isDraft: conversation.messages.length === 0 });
    },
    async putStub(summary) {
      records.delete(summary.id);
      summaries.set(summary.id, { ...summaryOf(summary), isLocal: false, isDraft: false });
    },
    async replaceStubs(cloud) {
      for (const [id, kept] of summaries) if (!kept.isLocal && !kept.isDraft) summaries.delete(id);
      for (const summary of cloud) summaries.set(summary.id, { ...summaryOf(summary), isLocal: false, isDraft: false });
    },
    async remove(id) {
      records.delete(id);
      summaries.delete(id);
    },
    close() {},
  };
}
