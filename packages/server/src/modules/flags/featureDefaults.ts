import type { FlagName } from "@lectern/contract";

interface Feature {
  /** An unfinished feature is off for everyone, even if it is configured. */
  isFinished: boolean;
  /** The value if nothing is configured. */
  isOnByDefault: boolean;
}

type Progress = "finished" | "unfinished";
const onByDefault = (progress: Progress): Feature => ({ isFinished: progress === "finished", isOnByDefault: true });
const offByDefault = (progress: Progress): Feature => ({ isFinished: progress === "finished", isOnByDefault: false });

export const featureDefaults: Readonly<Record<FlagName, Feature>> = {
  promptOptimizer: onByDefault("finished"),
  ragEnabled: onByDefault("finished"),
  uploadDocuments: onByDefault("finished"),
  followUpCreate: onByDefault("finished"),
  rootPromptCreate: onByDefault("finished"),
  focusedMessages: onByDefault("finished"),
  pluginsOnInput: onByDefault("finished"),
  dataSourceSelectorOnInput: onByDefault("finished"),
  automation: onByDefault("unfinished"),
  storeCloudConversations: onByDefault("finished"),
  apiKeys: onByDefault("finished"),
  artifacts: onByDefault("finished"),
  highlighter: onByDefault("finished"),
  memory: onByDefault("finished"),
  qiSummary: onByDefault("finished"),
  assistantApis: onByDefault("finished"),
  integrations: onByDefault("unfinished"),
  overrideInvisiblePrompts: offByDefault("finished"),
  promptPrefixCreate: offByDefault("finished"),
  outputTransformerCreate: offByDefault("finished"),
  workflowCreate: offByDefault("unfinished"),
  codeInterpreterEnabled: offByDefault("finished"),
  dataDisclosure: offByDefault("finished"),
  assistantAdminInterface: offByDefault("finished"),
  createAstAdminGroups: offByDefault("finished"),
  mtdCost: offByDefault("finished"),
  mixPanel: offByDefault("unfinished"),
  pythonFunction: offByDefault("finished"),
  extractDocumentsLocally: offByDefault("unfinished"),
  adminInterface: offByDefault("finished"),
  answerFeedback: offByDefault("finished"),
  shareLinks: onByDefault("finished"),
};
