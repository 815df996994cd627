import { t } from "@lingui/core/macro";
import { useAccounts } from "../../entities/accounts/useAccounts.ts";
import type { BelowSettingsProps } from "../../entities/chat/slots/chatSlots.ts";
import { SelectField } from "../../ui/SelectField.tsx";

/** The account that pays for a chat, where the person has more than one. */
export function AccountSetting({ settings, isDisabled, onChange }: BelowSettingsProps) {
  const accounts = useAccounts();
  const { accountId } = settings;
  const isKnown = accounts.some(({ id }) => id === accountId);
  if (accounts.length < 2 && (!accountId || isKnown)) return null;
  const defaultAccount = accounts.find(({ isDefault }) => isDefault);
  const defaultName = defaultAccount?.name ?? "";
  const choices = accounts.map(({ id, name }) => ({ value: id, label: name }));
  // The server refuses it, until the person chooses another one.
  const missing = accountId && !isKnown ? [{ value: accountId, label: t`${accountId} (no longer on your list)` }] : [];
  return (
    <SelectField
      label={t`Account`}
      disabled={isDisabled}
      choices={[{ value: "", label: t`Default: ${defaultName}` }, ...choices, ...missing]}
      value={accountId ?? ""}
      onChange={(id) => onChange({ accountId: id === "" ? null : id })}
    />
  );
}
