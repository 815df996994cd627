import type { Account, ApiKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { RateLimitFields } from "../../entities/accounts/RateLimitFields.tsx";
import fieldClasses from "../../ui/fields.module.css";
import { SelectField } from "../../ui/SelectField.tsx";
import { AccessTypesField } from "./AccessTypesField.tsx";
import classes from "./ApiKeys.module.css";
import { isPast, type KeyFieldValues } from "./keyDrafts.ts";
import { describeLimit } from "./keyTexts.ts";

interface KeyFieldsProps {
  value: KeyFieldValues;
  /** The highest limit that it may have; null: none. */
  maxRateLimit?: ApiKey["maxRateLimit"];
  /** Those that can pay for it; empty: its account cannot be changed. */
  accounts: readonly Pick<Account, "id" | "name">[];
  onChange: (changes: Partial<KeyFieldValues>) => void;
}

/** What can be changed of a key: its account, expiration date, limit and access types. */
export function KeyFields({ value, maxRateLimit = null, accounts, onChange }: KeyFieldsProps) {
  const { account, expirationDate, rateLimit, accessTypes } = value;
  return (
    <>
      <div className={classes.fields}>
        {accounts.length > 0 && (
          <SelectField
            label={t`Account`}
            choices={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            value={account}
            onChange={(id) => onChange({ account: id })}
          />
        )}
        <TextInput
          type="date"
          label={t`Valid until`}
          description={t`The end of this day (UTC). Empty: it doesn’t expire.`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          classNames={{ input: fieldClasses.input ?? "" }}
          value={expirationDate ?? ""}
          error={
            isPast(expirationDate) && <span role="alert">{t`The expiration date can’t be earlier than today.`}</span>
          }
          onChange={({ currentTarget }) => onChange({ expirationDate: currentTarget.value || null })}
        />
      </div>
      <RateLimitFields rateLimit={rateLimit} onChange={(changed) => onChange({ rateLimit: changed })} />
      {maxRateLimit && <MaxLimitNote limit={describeLimit(maxRateLimit)} />}
      <AccessTypesField value={accessTypes} onChange={(changed) => onChange({ accessTypes: changed })} />
    </>
  );
}

const MaxLimitNote = ({ limit }: { limit: string }) => (
  <p className={classes.line}>
    {t`An administrator of this site has limited this key: ${limit}. You can only lower the limit.`}
  </p>
);
