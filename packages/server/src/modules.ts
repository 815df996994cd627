import type { ServerModule } from "./core/serverModule.ts";
import { accessModule } from "./modules/access/module.ts";
import { accountsModule } from "./modules/accounts/module.ts";
import { analyticsModule } from "./modules/analytics/module.ts";
import { apiDocumentationModule } from "./modules/apiDocumentation/module.ts";
import { apiKeysModule } from "./modules/apiKeys/module.ts";
import { appearanceModule } from "./modules/appearance/module.ts";
import { artifactsModule } from "./modules/artifacts/module.ts";
import { assistantsModule } from "./modules/assistants/module.ts";
import { browserEventsModule } from "./modules/browserEvents/module.ts";
import { chatModule } from "./modules/chat/module.ts";
import { codeInterpreterModule } from "./modules/codeInterpreter/module.ts";
import { conversationsModule } from "./modules/conversations/module.ts";
import { disclosureModule } from "./modules/disclosure/module.ts";
import { exportModule } from "./modules/export/module.ts";
import { filesModule } from "./modules/files/module.ts";
import { flagsModule } from "./modules/flags/module.ts";
import { groupsModule } from "./modules/groups/module.ts";
import { identityModule } from "./modules/identity/module.ts";
import { integrationsModule } from "./modules/integrations/module.ts";
import { memoryModule } from "./modules/memory/module.ts";
import { modelsModule } from "./modules/models/module.ts";
import { operationsModule } from "./modules/operations/module.ts";
import { peopleModule } from "./modules/people/module.ts";
import { promptsModule } from "./modules/prompts/module.ts";
import { pythonFunctionsModule } from "./modules/pythonFunctions/module.ts";
import { qualityImprovementModule } from "./modules/qualityImprovement/module.ts";
import { requestRatesModule } from "./modules/requestRates/module.ts";
import { retrievalModule } from "./modules/retrieval/module.ts";
import { revocationModule } from "./modules/revocation/module.ts";
import { settingsModule } from "./modules/settings/module.ts";
import { sharingModule } from "./modules/sharing/module.ts";
import { sourcesModule } from "./modules/sources/module.ts";
import { summariesModule } from "./modules/summaries/module.ts";
import { topicsModule } from "./modules/topics/module.ts";
import { usageModule } from "./modules/usage/module.ts";

/** Every module that adds more than ops to the server. Gates, `prepare`, `start` and `summarize` run in this order. */
export const modules: readonly ServerModule[] = [
  accessModule,
  requestRatesModule,
  appearanceModule,
  identityModule,
  revocationModule,
  browserEventsModule,
  peopleModule,
  flagsModule,
  disclosureModule,
  settingsModule,
  accountsModule,
  modelsModule,
  usageModule,
  promptsModule,
  conversationsModule,
  chatModule,
  filesModule,
  groupsModule,
  assistantsModule,
  integrationsModule,
  operationsModule,
  retrievalModule,
  codeInterpreterModule,
  pythonFunctionsModule,
  sourcesModule,
  artifactsModule,
  memoryModule,
  topicsModule,
  summariesModule,
  exportModule,
  sharingModule,
  analyticsModule,
  qualityImprovementModule,
  apiDocumentationModule,
  apiKeysModule,
];
