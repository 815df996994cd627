import { useState } from "react";
import { useConversationList } from "./useConversationList.ts";

/**
 * The specification's conversation state id: `init`, then `post-init` once what is kept here has been read, then a new value
 * whenever the conversations or the selection change. Nothing is written before it has left the first two.
 */
export function useConversationStateId(selectedId: string | null): string {
  const list = useConversationList();
  const conversations = list.status === "ready" ? list.conversations : null;
  const [seen, setSeen] = useState({ id: "init", conversations, selectedId });
  if (seen.conversations !== conversations || seen.selectedId !== selectedId) {
    const isFirst = seen.conversations === null;
    const id = conversations === null ? "init" : isFirst ? "post-init" : crypto.randomUUID();
    setSeen({ id, conversations, selectedId });
    return id;
  }
  return seen.id;
}
