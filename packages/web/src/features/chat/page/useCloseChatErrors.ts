import { useEffect } from "react";
import { closeAnswerNotice, closeChatErrors, closeOtherChatErrors } from "../../../entities/chat/chatNotices.ts";

/**
 * Closes the chat's error notices when another conversation is opened, when the browser is back online, and on unmount.
 */
export function useCloseChatErrors(openId: string | null): void {
  useEffect(() => {
    closeOtherChatErrors(openId);
    if (openId !== null) closeAnswerNotice(openId);
  }, [openId]);
  useEffect(() => closeChatErrors, []);
  useEffect(() => {
    addEventListener("online", closeChatErrors);
    return () => removeEventListener("online", closeChatErrors);
  }, []);
}
