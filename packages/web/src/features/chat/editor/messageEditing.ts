import type { Message } from "@lectern/contract";
import { createContext } from "react";

/** How an edited text is submitted. `send`: as a new version of the message. `save`: it replaces the old text. */
export type EditKind = "send" | "save";

/** What an open editor needs from its conversation. */
export interface MessageEditing {
  userId: string;
  conversationId: string;
  /** The maximum length of a message, in characters; null: unknown. */
  maxLength: number | null;
  /** Why nothing can be sent now; null: it can. */
  sendBlockedReason: string | null;
  /** Why nothing can be saved now; null: it can. */
  saveBlockedReason: string | null;
  /** Shows a notice with exactly this text. */
  showError: (text: string) => void;
  /** Returns true once for an editor that was just opened, which then takes the focus. */
  consumeFocus: (messageId: string) => boolean;
  finish: (message: Message, text: string, kind: EditKind) => void;
  /** Closes the editor and discards its text. */
  cancel: (messageId: string) => void;
}

export const MessageEditingContext = createContext<MessageEditing | null>(null);
