import { t } from "@lingui/core/macro";
import type { AccountsTab } from "../../entities/accounts/accountsTab.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { AccountList } from "./AccountList.tsx";
import classes from "./Accounts.module.css";
import { useAccountsForm } from "./useAccountsForm.ts";

/** The tab with the accounts that the person's calls are charged to. */
export function useAccountsTab(): AccountsTab {
  const form = useAccountsForm();
  const oddText = form.oddIds.join(", ");
  return {
    id: "accounts",
    label: t`Accounts`,
    content: <AccountList {...form} />,
    submit: form.submit,
    isSaving: form.isSaving,
    unsavedText: form.hasChanges ? t`Your changes to the accounts have not been saved.` : null,
    status: form.problem && (
      <p role="alert" className={classes.problem}>
        {form.problem.message}
      </p>
    ),
    dialogs: (
      <ConfirmDialog
        isOpen={form.oddIds.length > 0}
        title={t`Is this COA string right?`}
        message={t`This doesn’t look like a COA string of your institution: ${oddText}`}
        confirmLabel={t`Save anyway`}
        cancelLabel={t`Keep editing`}
        onConfirm={form.save}
        onCancel={form.keepEditing}
      />
    ),
  };
}
