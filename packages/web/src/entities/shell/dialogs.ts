import { create } from "zustand";

/** The dialogs that are reached from anywhere. */
export type AppDialog =
  | "palette"
  | "shortcuts"
  | "settings"
  | "import"
  | "export"
  /** Of the conversation that is open, or of any. */
  | "download"
  | "downloadSeveral";

/** Which of them is open. `shown` stays while one closes, so that it can be seen to close. */
export const useAppDialogs = create<{ open: AppDialog | null; shown: AppDialog | null }>(() => ({
  open: null,
  shown: null,
}));

export function openDialog(dialog: AppDialog): void {
  useAppDialogs.setState({ open: dialog, shown: dialog });
}

export function closeDialog(): void {
  useAppDialogs.setState({ open: null });
}
