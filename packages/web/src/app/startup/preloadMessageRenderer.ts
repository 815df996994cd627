import { readRoute } from "../../entities/shell/routes.ts";
import { preloadMessageList } from "../../features/chat/messages/LazyMessageList.tsx";

const activityEvents = ["pointerdown", "pointermove", "keydown", "input", "popstate", "hashchange"];
/** Long enough for the first screen to appear. */
const maxDelayMs = 4_000;

/**
 * Loads the code that renders messages. If the URL names a conversation, loading starts immediately. Otherwise it
 * starts at the first of `activityEvents`, because the person will soon type or open something, or after `maxDelayMs`.
 */
export function preloadMessageRenderer(): void {
  if (readRoute().conversationId !== null) {
    preloadMessageList();
    return;
  }
  const load = () => {
    clearTimeout(timer);
    for (const event of activityEvents) removeEventListener(event, load, true);
    preloadMessageList();
  };
  const timer = setTimeout(load, maxDelayMs);
  for (const event of activityEvents) addEventListener(event, load, { capture: true, passive: true });
}
