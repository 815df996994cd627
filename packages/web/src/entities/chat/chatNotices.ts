import { notifyError } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";

const topic = "chat";

/** Shows an error of the chat with exactly this text, in place of the last one, and `details` below it. */
export function showChatError(text: string, details?: string | null): void {
  notifyError(text, { reason: details, topic });
}

export function closeChatErrors(): void {
  closeNotices(topic);
}
