import { notifyError } from "../../../ui/notices/notify.tsx";
import type { ConversationStore } from "../store/conversationStore.ts";
import { consumeInterruptedMove } from "./interruptedMove.ts";

/** Shows how many conversations have not been moved if closing the page interrupted a move. */
export async function notifyInterruptedMove(store: ConversationStore, userId: string): Promise<void> {
  const to = await consumeInterruptedMove(userId);
  if (to === null) return;
  const left = (await store.list()).filter(({ isDraft, isLocal }) => !isDraft && isLocal === (to === "cloud")).length;
  if (left === 0) return;
  const where = to === "cloud" ? "in this browser" : "in the cloud";
  const what = left === 1 ? `1 conversation is still ${where}` : `${left} conversations are still ${where}`;
  notifyError(`Moving your conversations was interrupted. Nothing is lost: ${what}. You can continue in the settings.`);
}
