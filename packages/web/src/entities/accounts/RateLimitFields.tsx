import type { EditableRateLimit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { CurrencyInput } from "../../ui/fields/CurrencyInput.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import classes from "./RateLimitFields.module.css";

interface RateLimitFieldsProps {
  rateLimit: EditableRateLimit;
  disabled?: boolean;
  onChange: (rateLimit: EditableRateLimit) => void;
}

/** A limit on what calls may cost in an hour, a day or a month. */
export function RateLimitFields({ rateLimit: { period, rate }, disabled = false, onChange }: RateLimitFieldsProps) {
  return (
    <div className={classes.fields}>
      <SelectField
        label={t`Rate limit`}
        disabled={disabled}
        choices={listPeriods()}
        value={period}
        // The choices are the periods.
        onChange={(value) => onChange({ period: value as EditableRateLimit["period"], rate })}
      />
      {period !== "Unlimited" && (
        <CurrencyInput
          label={t`Rate`}
          disabled={disabled}
          value={Number(rate)}
          onChange={(value) => onChange({ period, rate: String(value) })}
          inputWrapperOrder={["label", "input", "description"]}
          description={Number(rate) === 0 ? t`Models that cost money can’t be used.` : undefined}
        />
      )}
    </div>
  );
}

const listPeriods = (): { value: EditableRateLimit["period"]; label: string }[] => [
  { value: "Unlimited", label: t`Unlimited` },
  { value: "Monthly", label: t`Monthly` },
  { value: "Daily", label: t`Daily` },
  { value: "Hourly", label: t`Hourly` },
];
