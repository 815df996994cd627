import type { ConversationSummary } from "@lectern/contract";

/** The conversation state id that the specification defines, and what it was derived from. */
export interface ConversationState {
  id: string;
  /** Null: not loaded yet. */
  conversations: readonly ConversationSummary[] | null;
  selectedId: string | null;
}

/** Returns the next state, or `before` itself if nothing has changed. `before` is null at first. */
export function nextConversationState(
  before: ConversationState | null,
  conversations: readonly ConversationSummary[] | null,
  selectedId: string | null,
): ConversationState {
  if (before && before.conversations === conversations && before.selectedId === selectedId) return before;
  if (conversations === null) return { id: "init", conversations, selectedId };
  const isFirst = before === null || before.conversations === null;
  return { id: isFirst ? "post-init" : crypto.randomUUID(), conversations, selectedId };
}
