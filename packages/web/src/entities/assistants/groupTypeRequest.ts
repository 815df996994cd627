import { createPageStore } from "../../lib/pageStore.ts";

interface GroupTypeRequest {
  /** The conversation in which a message could not be sent, because its assistant needs a group type; null: none. */
  conversationId: string | null;
  /** How often that happened. */
  count: number;
}

/** Follows the messages that wait for a group type. The question for it then gets the focus. */
export const useGroupTypeRequest = createPageStore<GroupTypeRequest>(() => ({ conversationId: null, count: 0 }));

/** Says that a message of the conversation waits for a group type. */
export function requestGroupType(conversationId: string): void {
  useGroupTypeRequest.setState(({ count }) => ({ conversationId, count: count + 1 }));
}
