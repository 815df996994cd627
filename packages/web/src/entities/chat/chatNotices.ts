import { notifyError } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";

const topic = "chat";

/** The conversation that the latest error belongs to, if it is known. */
let noticeConversationId: string | null = null;

/**
 * Shows an error of the chat in place of the previous one: exactly this text, with `details` below it. With
 * `conversationId`, the error stays when that conversation is opened.
 */
export function showChatError(text: string, details?: string | null, conversationId: string | null = null): void {
  noticeConversationId = conversationId;
  notifyError(text, { reason: details, topic });
}

export function closeChatErrors(): void {
  closeNotices(topic);
}

/** Closes the error if it does not belong to the conversation that is now open. */
export function closeOtherChatErrors(openId: string | null): void {
  if (openId === null || openId !== noticeConversationId) closeNotices(topic);
}
