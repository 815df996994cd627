import { t } from "@lingui/core/macro";
import { notifyActionableError, notifyError } from "../../ui/notices/notify.tsx";
import { closeNotice, closeNotices } from "../../ui/notices/showNotice.ts";
import { openConversation } from "../shell/routes.ts";
import type { ErrorDetails } from "./runs/runDependencies.ts";

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

/** Shows that an answer failed. The conversation also shows the error, or the message is back in its field. */
export function showAnswerError(text: string, { details, responseStatus }: ErrorDetails = {}): void {
  noticeConversationId = null;
  notifyError(text, { reason: details, responseStatus, topic, isOnPage: true });
}

export function closeChatErrors(): void {
  closeNotices(topic);
}

/** Closes the error if it does not belong to the conversation that is now open. */
export function closeOtherChatErrors(openId: string | null): void {
  if (openId === null || openId !== noticeConversationId) closeNotices(topic);
}

const toAnswerNoticeId = (conversationId: string) => `answer:${conversationId}`;

/**
 * Shows an error of a conversation that the person does not see, with a button that opens the conversation. `isOnPage`:
 * the conversation shows it too.
 */
export function showHiddenChatError(
  conversationId: string,
  text: string,
  reason: string | null,
  isOnPage = false,
): void {
  notifyActionableError(
    toAnswerNoticeId(conversationId),
    text,
    { reason, isOnPage },
    {
      label: t({ message: "Open", context: "verb" }),
      run: () => openConversation(conversationId),
    },
  );
}

/** Shows that an answer failed while the person saw something else. The list marks its conversation. */
export function showAnswerFailure(conversationId: string, name: string, reason: string | null): void {
  showHiddenChatError(conversationId, t`The answer in “${name}” failed.`, reason, true);
}

/** Closes the error that `showHiddenChatError` shows. */
export function closeAnswerNotice(conversationId: string): void {
  closeNotice(toAnswerNoticeId(conversationId));
}
