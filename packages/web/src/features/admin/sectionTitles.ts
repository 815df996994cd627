import type { ConfigType } from "@lectern/contract";
import { t } from "@lingui/core/macro";

export function getSectionTitle(type: ConfigType): string {
  const titles: Record<ConfigType, string> = {
    admins: t`Admins`,
    amplifyGroups: t`Amplify Groups`,
    featureFlags: t`Feature Flags`,
    supportedModels: t`Supported Models`,
    openaiEndpoints: t`OpenAi Endpoints`,
    rateLimit: t`Chat Rate Limit`,
    promtCostAlert: t`Prompt Cost Alert`,
    applicationVariables: t`Application Variables`,
    applicationSecrets: t`Application Secrets`,
    assistantAdminGroups: t`Assistant Admin Groups`,
    integrations: t`Integrations`,
    appearance: t`Look and words`,
  };
  return titles[type];
}
