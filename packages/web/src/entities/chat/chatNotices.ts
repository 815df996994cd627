import { notifyError } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";

const topic = "chat";

/** Shows an error of the chat in place of the previous one: exactly this text, with `details` below it. */
export function showChatError(text: string, details?: string | null): void {
  notifyError(text, { reason: details, topic });
}

export function closeChatErrors(): void {
  closeNotices(topic);
}
