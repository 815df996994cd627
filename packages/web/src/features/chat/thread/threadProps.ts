import type { Conversation, Model } from "@lectern/contract";
import type { ReactNode } from "react";

/** A message to scroll to, such as a search result. */
export interface FoundMessage {
  messageId: string;
  /** A new number scrolls to the same message again. */
  visit: number;
}

export interface ChatThreadProps {
  conversation: Conversation;
  /** The model that answers; null: none, or not loaded yet. */
  model: Model | null;
  /** The message to scroll to; null: the end. Must be the same object until the target changes. */
  found: FoundMessage | null;
  /** The person whose draft it is. */
  userId: string;
  /** The key that the draft is stored under. */
  draftKey: string;
  /** Shown in place of the messages while there are none. */
  empty: ReactNode;
  /** Why nothing can be sent; null: it can. */
  blockedReason: string | null;
  /** Called with the href of an in-app link (`#…`) in an answer. */
  onAppLink: (href: string) => void;
}
