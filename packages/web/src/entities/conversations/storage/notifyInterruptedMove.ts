import { notifyError } from "../../../ui/notices/notify.tsx";
import type { ConversationStore } from "../store/conversationStore.ts";
import { consumeInterruptedMove } from "./interruptedMove.ts";

/** After a move was interrupted by the end of its page, shows how many conversations it has not moved. */
export async function notifyInterruptedMove(store: ConversationStore, userId: string): Promise<void> {
  const to = await consumeInterruptedMove(userId);
  if (to === null) return;
  const left = (await store.list()).filter(({ isDraft, isLocal }) => !isDraft && isLocal === (to === "cloud")).length;
  if (left === 0) return;
  const where = to === "cloud" ? "in this browser" : "in the cloud";
  const what = left === 1 ? `1 conversation is still ${where}` : `${left} conversations are still ${where}`;
  notifyError(`Moving your conversations was interrupted. Nothing is lost: ${what}. You can continue in the settings.`);
}
