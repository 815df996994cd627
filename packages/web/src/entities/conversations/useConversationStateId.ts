import { useState } from "react";
import { nextConversationState } from "./conversationState.ts";
import { useConversationList } from "./useConversationList.ts";

/**
 * The specification's conversation state id: `init`, then `post-init` once what is kept here has been read, then a new value
 * whenever the conversations or the selection change. Nothing is written before it has left the first two.
 */
export function useConversationStateId(selectedId: string | null): string {
  const list = useConversationList();
  const conversations = list.status === "ready" ? list.conversations : null;
  const [seen, setSeen] = useState(() => nextConversationState(null, conversations, selectedId));
  const next = nextConversationState(seen, conversations, selectedId);
  if (next !== seen) setSeen(next);
  return next.id;
}
