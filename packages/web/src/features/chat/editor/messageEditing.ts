import type { Message } from "@lectern/contract";
import { createContext } from "react";

/** What becomes of an edited text: `send`: it is sent as a new version of the message. `save`: it takes the place of the old one. */
export type EditKind = "send" | "save";

/** What an open editing box needs of its conversation. */
export interface MessageEditing {
  userId: string;
  conversationId: string;
  /** Longest message, in characters; null: not known. */
  maxLength: number | null;
  /** Why nothing can be sent now; null: it can. */
  sendBlockedReason: string | null;
  /** Why nothing can be saved now; null: it can. */
  saveBlockedReason: string | null;
  /** Shows a notice with exactly this text. */
  showError: (text: string) => void;
  /** True for the box that was opened just now, once: it takes the focus. */
  consumeFocus: (messageId: string) => boolean;
  finish: (message: Message, text: string, kind: EditKind) => void;
  /** Closes the box. What was typed in it is forgotten. */
  cancel: (messageId: string) => void;
}

export const MessageEditingContext = createContext<MessageEditing | null>(null);
