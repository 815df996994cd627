import { showChatError } from "../chatNotices.ts";
import type { OutgoingDraft } from "./messageDraft.ts";
import { returnDraft } from "./returnedDrafts.ts";
import type { SendResult } from "./sendResult.ts";

/**
 * Sends a draft that has no field of its own. A draft that is not sent moves to the field of its conversation, and a
 * notice says why.
 */
export function sendOrReturn(send: (draft: OutgoingDraft) => SendResult, draft: OutgoingDraft): void {
  const result = send(draft);
  if (result.status === "sent") {
    // The run has shown the reason by then.
    void result.outcome.then((outcome) => {
      if (outcome === "returned") returnDraft(draft);
    });
    return;
  }
  const { reason, text, details } = result.refusal;
  showChatError(text, details);
  if (reason !== "empty") returnDraft(draft);
}
