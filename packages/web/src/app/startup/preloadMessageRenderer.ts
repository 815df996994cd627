import { readRoute } from "../../entities/shell/routes.ts";
import { expectMessages } from "../../features/chat/messages/LazyMessageList.tsx";

const signs = ["pointerdown", "pointermove", "keydown", "input", "popstate", "hashchange"];
/** Long after the first screen is there, and long before the network is likely to be gone. */
const longestWaitMs = 4_000;

/**
 * Loads what messages are drawn with: at once where a conversation is being opened, else after the first screen, at the first
 * sign of a person, who will type or open something next, or after a while.
 */
export function preloadMessageRenderer(): void {
  if (readRoute().conversationId !== null) {
    expectMessages();
    return;
  }
  const begin = () => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, begin, true);
    expectMessages();
  };
  const timer = setTimeout(begin, longestWaitMs);
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
}
