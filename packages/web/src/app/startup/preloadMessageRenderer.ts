import { readRoute } from "../../entities/shell/routes.ts";
import { preloadMessageList } from "../../features/chat/messages/LazyMessageList.tsx";
import { whenActive } from "../../lib/page/whenActive.ts";

/**
 * Loads the code that renders messages. If the URL names a conversation, loading starts immediately. Otherwise it
 * starts when the person does something, because the person will soon type or open something.
 */
export function preloadMessageRenderer(): void {
  if (readRoute().conversationId !== null) preloadMessageList();
  else whenActive(preloadMessageList);
}
