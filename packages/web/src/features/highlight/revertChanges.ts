import { plural } from "@lingui/core/macro";
import { MessageChangedError } from "../../entities/conversations/store/conversationActions.ts";
import type { ConversationStore } from "../../entities/conversations/store/conversationStore.ts";
import { notifyError, notifyFailure, notifyUndoable } from "../../ui/notices/notify.tsx";
import { closeHighlight } from "./highlightStore.ts";
import { getMismatchText } from "./rewriting/giveUpReply.ts";

/** Gives an answer the text back that it had before the first change. A notice offers to undo that. Never rejects. */
export async function revertChanges(
  store: Pick<ConversationStore, "revertMessage">,
  conversationId: string,
  messageId: string,
): Promise<void> {
  closeHighlight();
  try {
    const undo = await store.revertMessage(conversationId, messageId);
    notifyUndoable({
      kind: `revertChanges:${conversationId}`,
      ids: [messageId],
      describe: (count) => plural(count, { one: "The answer is as it was.", other: "# answers are as they were." }),
      undo,
    });
  } catch (error) {
    if (error instanceof MessageChangedError) notifyError(getMismatchText());
    else notifyFailure(error);
  }
}
