export interface HeaderMenuButtonProps {
  conversationId: string;
  /** The reason why the conversation cannot be changed now; null if it can. */
  blockedReason: string | null;
  /** Asks for confirmation, then clears the messages. */
  onClear: () => void;
  /** True if the conversation has no messages, so there is nothing to download or clear. */
  isEmpty: boolean;
  /** Opens the dialog that saves conversations as a document. */
  onDownload: () => void;
  /** The actions that have buttons of their own on a wide screen; absent there. */
  narrowActions?: NarrowActions;
}

export interface NarrowActions {
  onOpenSettings: () => void;
  onOpenDataSources: () => void;
}
