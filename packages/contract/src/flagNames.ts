import * as z from "zod/mini";

export const flagNames = [
  "promptOptimizer",
  "ragEnabled",
  "uploadDocuments",
  "followUpCreate",
  "rootPromptCreate",
  "pluginsOnInput",
  "focusedMessages",
  "dataSourceSelectorOnInput",
  "automation",
  "storeCloudConversations",
  "apiKeys",
  "artifacts",
  "highlighter",
  "memory",
  "qiSummary",
  "assistantApis",
  "integrations",
  "overrideInvisiblePrompts",
  "promptPrefixCreate",
  "outputTransformerCreate",
  "workflowCreate",
  "codeInterpreterEnabled",
  "dataDisclosure",
  "assistantAdminInterface",
  "createAstAdminGroups",
  "mtdCost",
  "mixPanel",
  "pythonFunction",
  "extractDocumentsLocally",
  "adminInterface",
  "answerFeedback",
  "shareLinks",
] as const;
export const FlagName = z.enum(flagNames);
export type FlagName = z.infer<typeof FlagName>;
export type Flags = Record<FlagName, boolean>;
