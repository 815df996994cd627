import { plural } from "@lingui/core/macro";
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
  notifyError(
    to === "cloud"
      ? plural(remaining, {
          one: "Moving your chats was interrupted. Nothing is lost: # chat is still in this browser. You can continue in the settings.",
          other:
            "Moving your chats was interrupted. Nothing is lost: # chats are still in this browser. You can continue in the settings.",
        })
      : plural(remaining, {
          one: "Moving your chats was interrupted. Nothing is lost: # chat is still in the cloud. You can continue in the settings.",
          other:
            "Moving your chats was interrupted. Nothing is lost: # chats are still in the cloud. You can continue in the settings.",
        }),
  );
}
