import type { ConversationMarks } from "../storedSummary.ts";
import type { StoreCore } from "./storeCore.ts";

/** Pins or archives a conversation, or the opposite, here or in the cloud. */
export function changeMarks(core: StoreCore, id: string, marks: ConversationMarks): Promise<void> {
  return core.withSettled(id, async () => {
    const storedConversation = await core.updateStored(id, (stored) => ({ ...stored, ...marks }));
    if (!storedConversation) await core.updateInCloud(id, marks);
  });
}
