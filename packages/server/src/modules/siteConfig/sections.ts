import { ConfigType } from "@lectern/contract";
import type { ConfigSection } from "./section.ts";
import { adminsSection } from "./sections/adminsSection.ts";
import { amplifyGroupsSection } from "./sections/amplifyGroupsSection.ts";
import { appearanceSection } from "./sections/appearanceSection.ts";
import { applicationSecretsSection, applicationVariablesSection } from "./sections/applicationSections.ts";
import { assistantAdminGroupsSection } from "./sections/assistantAdminGroupsSection.ts";
import { featureFlagsSection } from "./sections/featureFlagsSection.ts";
import { integrationsSection } from "./sections/integrationsSection.ts";
import { openaiEndpointsSection } from "./sections/openaiEndpointsSection.ts";
import { promptCostAlertSection } from "./sections/promptCostAlertSection.ts";
import { rateLimitSection } from "./sections/rateLimitSection.ts";
import { supportedModelsSection } from "./sections/supportedModelsSection.ts";

const sections: { readonly [Type in ConfigType]: ConfigSection<Type> } = {
  admins: adminsSection,
  featureFlags: featureFlagsSection,
  amplifyGroups: amplifyGroupsSection,
  supportedModels: supportedModelsSection,
  openaiEndpoints: openaiEndpointsSection,
  rateLimit: rateLimitSection,
  promtCostAlert: promptCostAlertSection,
  applicationVariables: applicationVariablesSection,
  applicationSecrets: applicationSecretsSection,
  assistantAdminGroups: assistantAdminGroupsSection,
  integrations: integrationsSection,
  appearance: appearanceSection,
};

/** Returns the section of a type. What is read or saved of a type is of that type, which the compiler cannot follow. */
export const getSection = <Type extends ConfigType>(type: Type): ConfigSection => sections[type] as ConfigSection;

/** `isFirst` is null for all sections. */
export const listSections = (isFirst: boolean | null): ConfigSection[] =>
  ConfigType.options.map(getSection).filter((section) => isFirst === null || section.isFirst === isFirst);
