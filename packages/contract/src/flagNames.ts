import * as z from "zod/mini";
import { limits } from "./limits.ts";

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

/** The name of a feature, of this product or of an institution's own programs. */
export const FlagKey = z.string().check(z.maxLength(limits.flagNameLength), z.regex(/^[a-z0-9][A-Za-z0-9]*$/));

export const isFlagName = (name: string): name is FlagName => FlagName.safeParse(name).success;

/** Writes words in camel case, as the name of a feature: `New feature` becomes `newFeature`; "" if nothing is left. */
export function toFlagKey(words: string): string {
  const parts = words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== "");
  const lowered = parts.map((part, index) =>
    index === 0 ? lowerStart(part) : part.charAt(0).toUpperCase() + part.slice(1),
  );
  return lowered.join("").slice(0, limits.flagNameLength);
}

const lowerStart = (word: string) =>
  word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
