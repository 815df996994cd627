import { useEffect } from "react";
import { closeNotices } from "../../../ui/notices/showNotice.ts";

/** Closes the chat's notices of failures when something else is opened, and when the network is back. */
export function useChatNotices(openId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open is not read; that it is another one is what counts.
  useEffect(() => () => closeNotices("chat"), [openId]);
  useEffect(() => {
    const close = () => closeNotices("chat");
    addEventListener("online", close);
    return () => removeEventListener("online", close);
  }, []);
}
