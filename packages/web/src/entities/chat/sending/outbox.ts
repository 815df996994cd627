import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Said } from "./said.ts";

/** A message from elsewhere than the field. */
export interface Offer {
  said: Said;
  /** The documents of the field's draft go with it. */
  withDocuments: boolean;
}

/** What waits for the field of its conversation, which sends it, or keeps the text where it cannot be sent. By conversation id. */
const outbox = createStore<Readonly<Record<string, Offer>>>(() => ({}));

/** Sends a message in a conversation as soon as that is open. */
export function offerMessage(conversationId: string, offer: Offer): void {
  outbox.setState({ [conversationId]: offer });
}

/** Hands over what waits for a conversation, while it can be taken. */
export function useOffers(conversationId: string, canTake: boolean, take: (offer: Offer) => void): void {
  const offer = useStore(outbox, (offers) => offers[conversationId]);
  useEffect(() => {
    if (!offer || !canTake || outbox.getState()[conversationId] !== offer) return;
    const { [conversationId]: _, ...others } = outbox.getState();
    outbox.setState(others, true);
    take(offer);
  }, [offer, canTake, conversationId, take]);
}
