/** The Web Lock that a tab holds while it writes an answer, and while it makes a change that no answer may overlap. */
export const getTurnLockName = (conversationId: string) => `conversation:${conversationId}`;

/**
 * The Web Lock that is held during such a change. Tabs wait for it, because a change is short: only an answer, which
 * may take minutes, makes a change fail.
 */
export const getChangeLockName = (conversationId: string) => `conversation-change:${conversationId}`;

/** The Web Lock of the tab that has the earlier messages of a conversation summarized, so that they are paid for once. */
export const getSummaryLockName = (conversationId: string) => `conversation-summary:${conversationId}`;
