import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { OutgoingDraft } from "./messageDraft.ts";

/**
 * Drafts that were not sent and did not come from a message field, by conversation. They wait until the field takes
 * them.
 */
export const returnedDrafts = createStore<Readonly<Record<string, readonly OutgoingDraft[]>>>(() => ({}));

/**
 * Puts a draft that was not sent into the message field of its conversation, at once or when the conversation is next
 * opened.
 */
export function returnDraft(draft: OutgoingDraft): void {
  const { conversationId } = draft;
  returnedDrafts.setState((drafts) => ({ [conversationId]: [...(drafts[conversationId] ?? []), draft] }));
}

/** Passes each returned draft of a conversation to its message field, once. */
export function useReturnedDrafts(conversationId: string, receive: (draft: OutgoingDraft) => void): void {
  const drafts = useStore(returnedDrafts, (all) => all[conversationId]);
  useEffect(() => {
    if (!drafts || returnedDrafts.getState()[conversationId] !== drafts) return;
    const { [conversationId]: _, ...others } = returnedDrafts.getState();
    returnedDrafts.setState(others, true);
    for (const draft of drafts) receive(draft);
  }, [drafts, conversationId, receive]);
}
