import type { Message } from "@lectern/contract";
import { createContext } from "react";

/** How an edited text is submitted. `send`: as a new version of the message. `save`: in place of the old text. */
export type EditKind = "send" | "save";

/** The data and actions that a conversation provides to its open editors. */
export interface MessageEditing {
  userId: string;
  conversationId: string;
  /** The maximum length of a message, in characters; null if it is unknown. */
  maxLength: number | null;
  /** The reason why nothing can be sent now; null if sending is possible. */
  sendBlockedReason: string | null;
  /** The reason why nothing can be saved now; null if saving is possible. */
  saveBlockedReason: string | null;
  /** Shows an error notice with exactly this text. */
  showError: (text: string) => void;
  /** Returns true once for an editor that has just been opened, so that the editor focuses itself. */
  consumeFocus: (messageId: string) => boolean;
  finish: (message: Message, text: string, kind: EditKind) => void;
  /** Closes the editor of a message after its unsaved text was discarded, and returns the focus. */
  cancel: (messageId: string) => void;
}

export const MessageEditingContext = createContext<MessageEditing | null>(null);
