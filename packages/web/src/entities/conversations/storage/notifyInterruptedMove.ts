import { notifyError } from "../../../ui/notices/notify.tsx";
import type { ConversationStore } from "../store/conversationStore.ts";
import { consumeInterruptedMove } from "./interruptedMove.ts";

/**
 * If a move was interrupted, for example because the page was closed, shows how many conversations it has not moved.
 */
export async function notifyInterruptedMove(store: ConversationStore, userId: string): Promise<void> {
  const to = await consumeInterruptedMove(userId);
  if (to === null) return;
  const remaining = (await store.list()).filter(
    ({ isDraft, isLocal }) => !isDraft && isLocal === (to === "cloud"),
  ).length;
  if (remaining === 0) return;
  const location = to === "cloud" ? "in this browser" : "in the cloud";
  const subject =
    remaining === 1 ? `1 conversation is still ${location}` : `${remaining} conversations are still ${location}`;
  notifyError(
    `Moving your conversations was interrupted. Nothing is lost: ${subject}. You can continue in the settings.`,
  );
}
