export interface HeaderMenuButtonProps {
  /** Why the messages cannot be cleared now; null: they can. */
  blockedReason: string | null;
  onOpenDataSources: () => void;
  onDownload: () => void;
  /** Asks for confirmation, then clears the messages. */
  onClear: () => void;
}
