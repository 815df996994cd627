import { useCallback, useState } from "react";

export interface DialogState<Dialog> {
  dialog: Dialog;
  /** False while the dialog is closing. */
  isOpen: boolean;
  /** The number of dialogs opened so far, used as a key. */
  count: number;
}

/** Manages the dialog that is open or closing. `open` and `close` are stable. */
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
