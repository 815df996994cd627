import type { PromptType } from "@lectern/contract";

/** The flags that determine which templates a person can see and create. */
export type PromptFlag =
  | "overrideInvisiblePrompts"
  | "rootPromptCreate"
  | "promptPrefixCreate"
  | "outputTransformerCreate"
  | "followUpCreate";

interface PromptTypeInfo {
  label: string;
  /** An explanation, shown below the type selector. */
  hint: string;
  /** The flag that allows a person to create templates of this type; null: no flag is needed. */
  flag: PromptFlag | null;
}

/** The types of templates, as the editor shows them. */
export const promptTypes: Readonly<Record<PromptType, PromptTypeInfo>> = {
  prompt: { label: "Prompt", hint: "Starts a conversation, or fills in a message.", flag: null },
  root_prompt: {
    label: "Custom instructions",
    hint: "Tells the model how to behave throughout a conversation.",
    flag: "rootPromptCreate",
  },
  prefix_prompt: {
    label: "Prefix prompt",
    hint: "Added before every message in conversations that have its tags.",
    flag: "promptPrefixCreate",
  },
  output_transformer: {
    label: "Output transformer",
    hint: "Changes every answer in conversations that have its tags, using a small program.",
    flag: "outputTransformerCreate",
  },
  follow_up: {
    label: "Follow-up",
    hint: "A button below the last answer in conversations that have its tags.",
    flag: "followUpCreate",
  },
  automation: { label: "Automation", hint: "A step that other templates can choose and run.", flag: null },
};

export const promptTypeNames: readonly PromptType[] = [
  "prompt",
  "root_prompt",
  "prefix_prompt",
  "output_transformer",
  "follow_up",
  "automation",
];

/** True if a person with these flags may create templates of this type. */
export function canCreateType(type: PromptType, flags: Readonly<Record<PromptFlag, boolean>>): boolean {
  const { flag } = promptTypes[type];
  return flag === null || flags[flag];
}
