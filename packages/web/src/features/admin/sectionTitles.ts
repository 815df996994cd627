import type { ConfigType } from "@lectern/contract";
import { t } from "@lingui/core/macro";

export function getSectionTitle(type: ConfigType): string {
  const titles: Record<ConfigType, string> = {
    admins: t`Admins`,
    amplifyGroups: t`Amplify Groups`,
    featureFlags: t`Feature Flags`,
    appearance: t`Look and words`,
  };
  return titles[type];
}
