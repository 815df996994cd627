export { completeConnecting } from "./connecting/completeConnecting.ts";
export { integrationCallbackPath } from "./connecting/startConnecting.ts";
export { hasIntegrations } from "./hasIntegrations.ts";
export { getIntegration } from "./providers.ts";
export {
  listEnabledIntegrations,
  listProviderConfigs,
  readRegisteredProviders,
  saveProviderConfigs,
} from "./registrations.ts";
export { getIntegrationToken } from "./tokens/getIntegrationToken.ts";
export type { IntegrationToken } from "./tokens/integrationToken.ts";
export { markRefused } from "./tokens/markRefused.ts";
