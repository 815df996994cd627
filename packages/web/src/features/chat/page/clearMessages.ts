import { t } from "@lingui/core/macro";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { notifyFailure, notifyUndoable } from "../../../ui/notices/notify.tsx";

/** Deletes all messages of a conversation. A notice offers to undo that. Never rejects. */
export async function clearMessages(store: Pick<ConversationStore, "clear">, id: string): Promise<void> {
  try {
    const undo = await store.clear(id);
    notifyUndoable({ kind: `clearMessages:${id}`, ids: [id], describe: () => t`The messages were deleted.`, undo });
  } catch (error) {
    notifyFailure(error);
  }
}
