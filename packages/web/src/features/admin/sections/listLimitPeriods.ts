import type { RateLimit } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** The periods of a limit, as choices. */
export const listLimitPeriods = (): { value: RateLimit["period"]; label: string }[] => [
  { value: "Unlimited", label: t`Unlimited` },
  { value: "Monthly", label: t`Monthly` },
  { value: "Daily", label: t`Daily` },
  { value: "Hourly", label: t`Hourly` },
];
