import type { ConversationSummary } from "@lectern/contract";

/** The conversation state id that the specification defines, and what it was derived from. */
export interface ConversationState {
  id: string;
  /** Null: not loaded yet. */
  conversations: readonly ConversationSummary[] | null;
  selectedId: string | null;
}

/** Returns the next state, or `previous` itself if nothing has changed. `previous` is null at first. */
export function getNextConversationState(
  previous: ConversationState | null,
  conversations: readonly ConversationSummary[] | null,
  selectedId: string | null,
): ConversationState {
  if (previous && previous.conversations === conversations && previous.selectedId === selectedId) return previous;
  if (conversations === null) return { id: "init", conversations, selectedId };
  const isFirst = previous === null || previous.conversations === null;
  return { id: isFirst ? "post-init" : crypto.randomUUID(), conversations, selectedId };
}
