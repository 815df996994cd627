import { type FlagConfig, type FlagName, isFlagName } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { splitWords } from "../splitWords.ts";

/** Says for whom a feature is on. */
export function describeFlag({ enabled, userExceptions, amplifyGroupExceptions }: FlagConfig): string {
  const names = [...amplifyGroupExceptions, ...userExceptions];
  const shown = names.slice(0, maxNames).join(", ");
  const list = names.length > maxNames ? t`${shown} and ${names.length - maxNames} more` : shown;
  if (names.length === 0) return enabled ? t`On for everybody` : t`Off for everybody`;
  return enabled ? t`On for everybody except ${list}` : t`Off for everybody except ${list}`;
}

const maxNames = 3;

/** Returns the name of a feature in words; of one without a title, those of the name that programs use. */
export function getFlagTitle(name: string): string {
  // Programs of the institution's own know theirs by the name as it is.
  if (!isFlagName(name)) return name;
  return getFlagTitles()[name] ?? splitWords(name);
}

export function getFlagTitles(): Partial<Record<FlagName, string>> {
  return {
    promptOptimizer: t`Improve prompts`,
    ragEnabled: t`Search in documents`,
    uploadDocuments: t`Upload documents`,
    followUpCreate: t`Create follow-up prompts`,
    rootPromptCreate: t`Create root prompts`,
    dataSourceSelectorOnInput: t`Choose documents beside the message`,
    apiKeys: t`API keys`,
    artifacts: t`Artifacts`,
    memory: t`Memory`,
    pluginsOnInput: t`Feature selector`,
    storeCloudConversations: t`Store chats in the cloud`,
    overrideInvisiblePrompts: t`See prompts that are hidden`,
    promptPrefixCreate: t`Create prefix prompts`,
    outputTransformerCreate: t`Create output transformers`,
    assistantAdminInterface: t`Assistant Admin Interface`,
    createAstAdminGroups: t`Create groups`,
    mixPanel: t`Count what is opened`,
    mtdCost: t`Cost of the month`,
    answerFeedback: t`Rate answers`,
    shareLinks: t`Links to chats`,
    qiSummary: t`Share chats for quality improvement`,
    assistantApis: t`API capabilities`,
    focusedMessages: t`Smart focused messages`,
    highlighter: t`Highlighter`,
    integrations: t`Integrations`,
    dataDisclosure: t`Data disclosure`,
    codeInterpreterEnabled: t`Code interpreter`,
    pythonFunction: t`Run Python in answers`,
  };
}
