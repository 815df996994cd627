import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";

export const flagNames = [
  "promptOptimizer",
  "ragEnabled",
  "uploadDocuments",
  "followUpCreate",
  "rootPromptCreate",
  "pluginsOnInput",
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
] as const;
export const FlagName = z.enum(flagNames);
export type FlagName = z.infer<typeof FlagName>;
export type Flags = Record<FlagName, boolean>;

export const getFeatureFlags = defineOp({
  method: "GET",
  path: "/feature_flags/get",
  summary: "Returns which features are enabled for the caller.",
  input: z.object({}),
  output: z.record(FlagName, z.boolean()),
});
