import { useState } from "react";
import { getNextConversationState } from "./conversationState.ts";
import { useConversationList } from "./useConversationList.ts";

/**
 * Returns the conversation state id that the specification defines: `init`, then `post-init` once the stored
 * conversations are loaded, then a new value whenever the conversations or the selection change. While it is `init` or
 * `post-init`, nothing may be written.
 */
export function useConversationStateId(selectedId: string | null): string {
  const list = useConversationList();
  const conversations = list.status === "ready" ? list.conversations : null;
  const [state, setState] = useState(() => getNextConversationState(null, conversations, selectedId));
  const next = getNextConversationState(state, conversations, selectedId);
  if (next !== state) setState(next);
  return next.id;
}
