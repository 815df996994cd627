export { getIntegration } from "./providers.ts";
export { listProviderConfigs, saveProviderConfigs } from "./registrations.ts";
export { getIntegrationToken, type IntegrationToken } from "./tokens/getIntegrationToken.ts";
