import type { PromptType } from "@lectern/contract";

/** The flags that concern templates. */
export type PromptFlag =
  | "overrideInvisiblePrompts"
  | "rootPromptCreate"
  | "promptPrefixCreate"
  | "outputTransformerCreate"
  | "followUpCreate";

interface TypeWords {
  label: string;
  /** What such a template does, for who chooses. */
  hint: string;
  /** The flag that lets a person make one; null: everybody may. */
  flag: PromptFlag | null;
}

/** [A9.22] The types of templates, as they are offered. */
export const promptTypes: Readonly<Record<PromptType, TypeWords>> = {
  prompt: { label: "Prompt", hint: "Starts a conversation, or fills in a message.", flag: null },
  root_prompt: {
    label: "Custom instructions",
    hint: "Tells the model how to behave, for a whole conversation.",
    flag: "rootPromptCreate",
  },
  prefix_prompt: {
    label: "Prefix prompt",
    hint: "Is put before every message of conversations that have its tags.",
    flag: "promptPrefixCreate",
  },
  output_transformer: {
    label: "Output transformer",
    hint: "Changes every answer in conversations that have its tags, by a small program.",
    flag: "outputTransformerCreate",
  },
  follow_up: {
    label: "Follow-up",
    hint: "Is a button under the last answer of conversations that have its tags.",
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

/** Whether a person with these flags may make a template of a type. */
export function mayMake(type: PromptType, flags: Readonly<Record<PromptFlag, boolean>>): boolean {
  const { flag } = promptTypes[type];
  return flag === null || flags[flag];
}
