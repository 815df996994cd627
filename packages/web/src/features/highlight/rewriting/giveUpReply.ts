import { t } from "@lingui/core/macro";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { closeNotice } from "../../../ui/notices/showNotice.ts";
import { closeHighlight, isOpen, type PendingReply, removePendingReply } from "../highlightStore.ts";
import { getUnsavedNoticeId } from "../offerReply.ts";

/** The text is exactly as specified. */
export const getMismatchText = () => t`Something went wrong, please try again in highlight mode.`;

/** Closes a reply whose place in the answer is no longer known. A notice has its text, so that it can be copied. */
export function giveUpReply(reply: PendingReply): void {
  forgetReply(reply);
  notifyError(getMismatchText(), { reason: `${t`The new text wasn’t saved:`}\n\n${reply.text}` });
}

/** Closes replies that can no longer be shown, because their answers are gone. A notice has their texts. */
export function giveUpHiddenReplies(replies: readonly PendingReply[]): void {
  for (const reply of replies) forgetReply(reply);
  notifyError(t`The new text wasn’t saved.`, { reason: replies.map(({ text }) => text).join("\n\n") });
}

/** Closes a reply without an offer to show it again. */
function forgetReply({ highlight }: PendingReply): void {
  removePendingReply(highlight);
  if (isOpen(highlight)) closeHighlight();
  closeNotice(getUnsavedNoticeId(highlight));
}
