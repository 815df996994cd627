import { useCallback, useState } from "react";

export interface DialogState<Dialog> {
  dialog: Dialog;
  /** False while it closes. */
  isOpen: boolean;
  /** Another number for each that was opened. */
  count: number;
}

/** The dialog that is open, or was: it stays in the page while it closes. Both functions stay the same. */
export function useDialog<Dialog>(): {
  state: DialogState<Dialog> | null;
  open: (dialog: Dialog) => void;
  close: () => void;
} {
  const [state, setState] = useState<DialogState<Dialog> | null>(null);
  const open = useCallback(
    (dialog: Dialog) => setState((last) => ({ dialog, isOpen: true, count: (last?.count ?? 0) + 1 })),
    [],
  );
  const close = useCallback(() => setState((last) => last && { ...last, isOpen: false }), []);
  return { state, open, close };
}
