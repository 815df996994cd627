import type { FlagName } from "@lectern/contract";

interface Feature {
  /** An unfinished feature is off for everyone, whatever is configured. */
  finished: boolean;
  /** The value if nothing is configured. */
  byDefault: boolean;
}

const on = (finished: boolean): Feature => ({ finished, byDefault: true });
const off = (finished: boolean): Feature => ({ finished, byDefault: false });

export const features: Readonly<Record<FlagName, Feature>> = {
  promptOptimizer: on(false),
  ragEnabled: on(true),
  uploadDocuments: on(true),
  followUpCreate: on(true),
  rootPromptCreate: on(true),
  pluginsOnInput: on(false),
  dataSourceSelectorOnInput: on(true),
  automation: on(false),
  storeCloudConversations: on(true),
  apiKeys: on(false),
  artifacts: on(false),
  highlighter: on(false),
  memory: on(false),
  qiSummary: on(false),
  assistantApis: on(false),
  integrations: on(false),
  overrideInvisiblePrompts: off(true),
  promptPrefixCreate: off(true),
  outputTransformerCreate: off(true),
  workflowCreate: off(false),
  codeInterpreterEnabled: off(false),
  dataDisclosure: off(false),
  assistantAdminInterface: off(false),
  createAstAdminGroups: off(false),
  mtdCost: off(true),
  mixPanel: off(false),
  pythonFunction: off(false),
  extractDocumentsLocally: off(false),
  adminInterface: off(false),
};
