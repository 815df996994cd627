export interface HeaderMenuButtonProps {
  /** The reason why the messages cannot be cleared now; null if they can. */
  blockedReason: string | null;
  onOpenDataSources: () => void;
  onDownload: () => void;
  /** Asks for confirmation, then clears the messages. */
  onClear: () => void;
}
