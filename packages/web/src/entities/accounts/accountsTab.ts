import type { ReactNode } from "react";
import type { AccountsTabId } from "../shell/dialogs.ts";

/** A tab of the dialog *Manage Accounts*. `app/contributions/AccountsDialog.tsx` lists the tabs. */
export interface AccountsTab {
  id: AccountsTabId;
  label: string;
  content: ReactNode;
  /** Saves the changes of the tab. */
  submit: () => void;
  isSaving: boolean;
  /** Says what has not been saved; null: nothing, and there is nothing to submit. */
  unsavedText: string | null;
  /** Shown at the start of the dialog's foot. */
  status?: ReactNode;
  /** Dialogs above this one, which stay while another tab is shown. */
  dialogs?: ReactNode;
}
