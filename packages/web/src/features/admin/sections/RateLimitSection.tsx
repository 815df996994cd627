import { type ConfigData, formatDollars } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getFormatLocale } from "../../../lib/i18n/i18n.ts";
import { CurrencyInput } from "../../../ui/fields/CurrencyInput.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "../Admin.module.css";
import { listLimitPeriods } from "./listLimitPeriods.ts";

type RateLimit = ConfigData<"rateLimit">;
type Period = RateLimit["period"];

interface RateLimitSectionProps {
  rateLimit: RateLimit;
  /** The limits that the server's environment sets. */
  locked: readonly string[];
  onChange: (rateLimit: RateLimit) => void;
}

/** How much each person's chats may cost. */
export function RateLimitSection({ rateLimit, locked, onChange }: RateLimitSectionProps) {
  const { period, rate } = rateLimit;
  const isLocked = locked.length > 0;
  const settings = locked.join(", ");
  return (
    <>
      <p className={classes.note}>
        {t`How much the chats of each person may cost. Models without a known price are not limited.`}
      </p>
      <div className={classes.newGroup}>
        <SelectField
          label={t`Period`}
          disabled={isLocked}
          choices={listLimitPeriods()}
          value={period}
          // The choices are the periods.
          onChange={(value) => onChange({ period: value as Period, rate: rate ?? 0 })}
        />
        {period !== "Unlimited" && (
          <CurrencyInput
            label={t`Rate`}
            disabled={isLocked}
            value={rate ?? 0}
            onChange={(value) => onChange({ period, rate: value })}
          />
        )}
      </div>
      <p className={classes.note}>{describeLimit(rateLimit)}</p>
      {isLocked && <p className={classes.note}>{t`Set by the environment of the server: ${settings}`}</p>}
    </>
  );
}

function describeLimit({ period, rate }: RateLimit): string {
  if (period === "Unlimited" || rate === null) return t`Nobody is limited.`;
  if (rate === 0) return t`Nobody can use models that cost money.`;
  const amount = formatDollars(rate, getFormatLocale());
  switch (period) {
    case "Hourly":
      return t`Each person can spend ${amount} per hour.`;
    case "Daily":
      return t`Each person can spend ${amount} per day.`;
    case "Monthly":
      return t`Each person can spend ${amount} per month.`;
    default:
      return period satisfies never;
  }
}
