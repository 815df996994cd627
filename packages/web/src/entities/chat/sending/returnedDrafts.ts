import { useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import { createPageStore } from "../../../lib/pageStore.ts";
import { addStoredDraftText } from "./draftTexts.ts";
import type { OutgoingDraft } from "./messageDraft.ts";

/** The number of message fields that are shown, by conversation id. */
const shownFieldCounts = new Map<string, number>();

/**
 * By conversation id, the drafts that were not sent and did not come from a message field. They remain until the
 * message field receives them.
 */
export const returnedDrafts = createPageStore<Readonly<Record<string, readonly OutgoingDraft[]>>>(() => ({}));

/**
 * Puts a draft that was not sent and did not come from a message field into the field of its conversation. If the field
 * is not shown, its stored text gets the draft, so that a reload does not lose it. `draftKey`: the key of the stored text.
 */
export function returnDraft(userId: string, draft: OutgoingDraft, draftKey = draft.conversationId): void {
  const { conversationId, text } = draft;
  if (shownFieldCounts.has(conversationId)) {
    returnedDrafts.setState((drafts) => ({ [conversationId]: [...(drafts[conversationId] ?? []), draft] }));
    return;
  }
  addStoredDraftText(userId, draftKey, text);
}

/** Passes each returned draft of a conversation to its message field, once. */
export function useReturnedDrafts(conversationId: string, receive: (draft: OutgoingDraft) => void): void {
  const drafts = useStore(returnedDrafts, (byConversation) => byConversation[conversationId]);
  useLayoutEffect(() => registerShownField(conversationId), [conversationId]);
  useEffect(() => {
    if (!drafts || returnedDrafts.getState()[conversationId] !== drafts) return;
    const { [conversationId]: _, ...remainingDrafts } = returnedDrafts.getState();
    returnedDrafts.setState(remainingDrafts, true);
    for (const draft of drafts) receive(draft);
  }, [drafts, conversationId, receive]);
}

/** Counts a message field as shown until the returned function is called. */
export function registerShownField(conversationId: string): () => void {
  shownFieldCounts.set(conversationId, (shownFieldCounts.get(conversationId) ?? 0) + 1);
  return () => {
    const otherFieldCount = (shownFieldCounts.get(conversationId) ?? 1) - 1;
    if (otherFieldCount === 0) shownFieldCounts.delete(conversationId);
    else shownFieldCounts.set(conversationId, otherFieldCount);
  };
}
