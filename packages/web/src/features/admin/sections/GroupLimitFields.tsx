import type { RateLimit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { CurrencyInput } from "../../../ui/fields/CurrencyInput.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "../Admin.module.css";
import { listLimitPeriods } from "./listLimitPeriods.ts";

interface GroupLimitFieldsProps {
  label: string;
  /** What the limit applies to. */
  note: string;
  limit: RateLimit;
  onChange: (limit: RateLimit) => void;
}

/** What calls may cost in an hour, a day or a month. */
export function GroupLimitFields({ label, note, limit: { period, rate }, onChange }: GroupLimitFieldsProps) {
  const change = (value: RateLimit["period"], amount: number) =>
    onChange(value === "Unlimited" ? { period: value, rate: null } : { period: value, rate: amount });
  return (
    <div>
      <div className={classes.newGroup}>
        <SelectField
          label={label}
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
        {period !== "Unlimited" && (rate ?? 0) === 0 ? t`Models that cost money can’t be used.` : note}
      </p>
    </div>
  );
}
