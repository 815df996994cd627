import type { Conversation, Model } from "@lectern/contract";
import type { ReactNode } from "react";

/** A message to scroll to, such as a search result. */
export interface FoundMessage {
  messageId: string;
  /** Another number asks for it again. */
  visit: number;
}

export interface ChatThreadProps {
  conversation: Conversation;
  /** The model that answers; null: there is none (yet). */
  model: Model | null;
  /** The message to scroll to; null: the end. Must be the same object as long as it asks for the same. */
  found: FoundMessage | null;
  /** The person whose draft it is. */
  userId: string;
  /** The key that the draft is stored under. */
  draftKey: string;
  /** Shown in place of the messages while there are none. */
  empty: ReactNode;
  /** Why nothing can be sent; null: it can. */
  blockedReason: string | null;
  /** Called with the address of an in-app link (`#…`) in an answer. */
  onAppLink: (href: string) => void;
}
