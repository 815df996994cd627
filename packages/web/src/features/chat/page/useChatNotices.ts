import { useEffect } from "react";
import { closeNotices } from "../../../ui/notices/showNotice.ts";

/** Closes the chat's error notices when another conversation is opened and when the browser is back online. */
export function useChatNotices(openId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the id changes.
  useEffect(() => () => closeNotices("chat"), [openId]);
  useEffect(() => {
    const close = () => closeNotices("chat");
    addEventListener("online", close);
    return () => removeEventListener("online", close);
  }, []);
}
