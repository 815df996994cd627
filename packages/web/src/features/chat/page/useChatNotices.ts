import { useEffect } from "react";
import { closeChatErrors, closeOtherChatErrors } from "../../../entities/chat/chatNotices.ts";

/** Closes the chat's error notices when another conversation is opened and when the browser is back online. */
export function useChatNotices(openId: string | null): void {
  useEffect(() => closeOtherChatErrors(openId), [openId]);
  useEffect(() => closeChatErrors, []);
  useEffect(() => {
    addEventListener("online", closeChatErrors);
    return () => removeEventListener("online", closeChatErrors);
  }, []);
}
