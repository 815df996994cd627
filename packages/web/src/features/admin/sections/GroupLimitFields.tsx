import type { RateLimit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { CurrencyInput } from "../../../ui/fields/CurrencyInput.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "../Admin.module.css";
import { listLimitPeriods } from "./listLimitPeriods.ts";

interface GroupLimitFieldsProps {
  /** The name of the group. */
  name: string;
  limit: RateLimit;
  onChange: (limit: RateLimit) => void;
}

/** What all calls of a group’s assistants together may cost, whoever makes them. */
export function GroupLimitFields({ name, limit: { period, rate }, onChange }: GroupLimitFieldsProps) {
  const change = (value: RateLimit["period"], amount: number) =>
    onChange(value === "Unlimited" ? { period: value, rate: null } : { period: value, rate: amount });
  return (
    <>
      <div className={classes.newGroup}>
        <SelectField
          label={t`Limit of ${name}`}
          choices={listLimitPeriods()}
          value={period}
          // The choices are the periods.
          onChange={(value) => change(value as RateLimit["period"], rate ?? 0)}
        />
        {period !== "Unlimited" && (
          <CurrencyInput label={t`Rate`} value={rate ?? 0} onChange={(amount) => change(period, amount)} />
        )}
      </div>
      <p className={classes.note}>
        {period !== "Unlimited" && (rate ?? 0) === 0
          ? t`Models that cost money can’t be used.`
          : t`Applies to all chats with the group’s assistants together, besides the limit of each person.`}
      </p>
    </>
  );
}
