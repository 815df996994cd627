export interface HeaderMenuButtonProps {
  /** True if the conversation has no messages, so there is nothing to download or clear. */
  isEmpty: boolean;
  /** The reason why the conversation cannot be changed now; null if it can. */
  blockedReason: string | null;
  onOpenSettings: () => void;
  onOpenDataSources: () => void;
  onDownload: () => void;
  /** Asks for confirmation, then clears the messages. */
  onClear: () => void;
}
