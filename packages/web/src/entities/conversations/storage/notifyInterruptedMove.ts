import { notifyError } from "../../../ui/notices/notify.tsx";
import type { ConversationStore } from "../store/conversationStore.ts";
import { consumeInterruptedMove } from "./interruptedMove.ts";

/** Says of a move that the end of its page cut off how many conversations it has left. */
export async function notifyInterruptedMove(store: ConversationStore, userId: string): Promise<void> {
  const to = await consumeInterruptedMove(userId);
  if (to === null) return;
  const left = (await store.list()).filter(({ isDraft, isLocal }) => !isDraft && isLocal === (to === "cloud")).length;
  if (left === 0) return;
  const where = to === "cloud" ? "in this browser" : "in the cloud";
  const what = left === 1 ? `1 conversation is still ${where}` : `${left} conversations are still ${where}`;
  notifyError(`Moving all conversations was cut off, and nothing is lost. ${what}: you can go on in the settings.`);
}
