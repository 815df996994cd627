import type { PromptType } from "@lectern/contract";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { canCreateType, promptTypeNames } from "../../entities/prompts/promptTypes.ts";

/** Returns the types of templates that the person may create. */
export function usePromptTypes(): readonly PromptType[] {
  const flags = {
    overrideInvisiblePrompts: useFlag("overrideInvisiblePrompts"),
    rootPromptCreate: useFlag("rootPromptCreate"),
    promptPrefixCreate: useFlag("promptPrefixCreate"),
    outputTransformerCreate: useFlag("outputTransformerCreate"),
    followUpCreate: useFlag("followUpCreate"),
  };
  return promptTypeNames.filter((type) => canCreateType(type, flags));
}
