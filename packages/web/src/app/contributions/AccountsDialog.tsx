import { useState } from "react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import type { AccountsTabId, DialogParams, DialogProps } from "../../entities/shell/dialogs.ts";
import { AccountsDialog as Dialog } from "../../features/accounts/AccountsDialog.tsx";
import { useAccountsTab } from "../../features/accounts/useAccountsTab.tsx";
import { useApiKeysTab } from "../../features/apiKeys/useApiKeysTab.tsx";

/** The dialog *Manage Accounts* with its tabs. */
export function AccountsDialog({ tab = "accounts", apiKeyId, ...props }: DialogProps & DialogParams["accounts"]) {
  const [openTab, setOpenTab] = useState<AccountsTabId>(tab);
  const hasApiKeys = useFlag("apiKeys");
  const accounts = useAccountsTab();
  const apiKeys = useApiKeysTab({
    isEnabled: hasApiKeys,
    shownKeyId: apiKeyId ?? null,
    onShowAccounts: () => setOpenTab("accounts"),
  });
  return (
    <Dialog {...props} tabs={hasApiKeys ? [accounts, apiKeys] : [accounts]} openTab={openTab} onTab={setOpenTab} />
  );
}
