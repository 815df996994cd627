import { requestGroupType } from "../../assistants/groupTypeRequest.ts";
import { showChatError } from "../chatNotices.ts";
import { askAboutCost } from "./costRequests.ts";
import type { OutgoingDraft } from "./messageDraft.ts";
import { returnDraft } from "./returnedDrafts.ts";
import type { SendResult } from "./sendResult.ts";

/**
 * Sends a draft that does not come from a message field, after a question if it may be expensive. If it is not sent,
 * shows why and moves the text to the message field of its conversation.
 */
export function sendOrReturn(userId: string, send: (draft: OutgoingDraft) => SendResult, draft: OutgoingDraft): void {
  const result = send(draft);
  if (result.status === "sent") {
    // The run has already shown the reason.
    void result.outcome.then((outcome) => {
      if (outcome === "returned") returnDraft(userId, draft);
    });
    return;
  }
  const { reason, text } = result.refusal;
  if (reason === "cost") {
    void askAboutCost(text).then((isAccepted) => {
      if (isAccepted) sendOrReturn(userId, send, { ...draft, acceptsCost: true });
      else returnDraft(userId, draft);
    });
    return;
  }
  showChatError(text, null, draft.conversationId);
  if (reason !== "empty") returnDraft(userId, draft);
  if (reason === "assistant") requestGroupType(draft.conversationId);
}
