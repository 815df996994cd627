export { getIntegration } from "./providers.ts";
export {
  listEnabledIntegrations,
  listProviderConfigs,
  readRegisteredProviders,
  saveProviderConfigs,
} from "./registrations.ts";
export { getIntegrationToken, type IntegrationToken } from "./tokens/getIntegrationToken.ts";
