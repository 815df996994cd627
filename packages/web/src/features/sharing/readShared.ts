import type { ConversationSummary, ExportedConversation } from "@lectern/contract";
import type { ConversationStore } from "../../entities/conversations/store/conversationStore.ts";
import { toExportedConversation } from "../../entities/exports/toExportedConversation.ts";

interface SharedConversations {
  /** The server reads these itself. */
  conversationIds: string[];
  /** Those of this browser. */
  conversations: ExportedConversation[];
}

/** Reads what the server needs to share these conversations. */
export async function readShared(
  store: Pick<ConversationStore, "read">,
  summaries: readonly ConversationSummary[],
  signal: AbortSignal,
): Promise<SharedConversations> {
  const conversations: ExportedConversation[] = [];
  for (const { id } of summaries.filter(({ isLocal }) => isLocal)) {
    // Only the shown branch is shared, so that the other ones stay in this browser.
    const { tree: _, ...shown } = toExportedConversation(await store.read(id, signal));
    conversations.push(shown);
  }
  return { conversationIds: summaries.filter(({ isLocal }) => !isLocal).map(({ id }) => id), conversations };
}
