import type { ConversationSummary } from "@lectern/contract";

/** The specification's conversation state, and what it was made from. */
export interface ConversationState {
  id: string;
  /** Null: not read yet. */
  conversations: readonly ConversationSummary[] | null;
  selectedId: string | null;
}

/** The state after what is seen now; the same object when nothing has changed. `before` null: nothing was seen yet. */
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
