import type { Conversation, Model } from "@lectern/contract";
import type { ReactNode } from "react";

/** The message to scroll to, such as a search result. */
export interface FoundMessage {
  messageId: string;
  /** Incremented to scroll to the same message again. */
  visit: number;
}

export interface ChatThreadProps {
  conversation: Conversation;
  /** The model that answers; null if there is none or it has not been loaded yet. */
  model: Model | null;
  /** The message to scroll to; null to scroll to the end. */
  foundMessage: FoundMessage | null;
  /** The person whose draft is shown. */
  userId: string;
  /** The key that the draft is stored under. */
  draftKey: string;
  /** Shown above the message field while there are no messages. */
  emptyState: ReactNode;
  /** Shown below the message field while there are no messages; on a narrow screen above it, in the reach of a thumb. */
  emptyTools: ReactNode;
  /** Shown between the messages and the message field. */
  aboveField: ReactNode;
  /**
   * The reason why nothing can be sent, such as a missing model; null if there is none. Does not cover a running
   * answer.
   */
  blockedReason: string | null;
  /** Called with the href of an in-app link (`#…`) in an answer. */
  onAppLink: (href: string) => void;
}
