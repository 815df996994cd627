import type { PromptType } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** The flags that determine which templates a person can see and create. */
export type PromptFlag =
  | "overrideInvisiblePrompts"
  | "rootPromptCreate"
  | "promptPrefixCreate"
  | "outputTransformerCreate"
  | "followUpCreate";

/** The flag that allows a person to create templates of a type; null: no flag is needed. */
export const promptTypeFlags: Readonly<Record<PromptType, PromptFlag | null>> = {
  prompt: null,
  root_prompt: "rootPromptCreate",
  prefix_prompt: "promptPrefixCreate",
  output_transformer: "outputTransformerCreate",
  follow_up: "followUpCreate",
  automation: null,
};

interface PromptTypeTexts {
  label: string;
  /** An explanation, shown below the type selector. */
  hint: string;
}

/** The texts with which the editor and the list show the types of templates. */
export const getPromptTypeTexts = (): Readonly<Record<PromptType, PromptTypeTexts>> => ({
  prompt: { label: t`Prompt`, hint: t`Starts a chat or inserts text into a message.` },
  root_prompt: {
    label: t`Custom instructions`,
    hint: t`Tells the model how to behave throughout a chat.`,
  },
  prefix_prompt: {
    label: t`Prefix prompt`,
    hint: t`Added before every message in chats that have its tags.`,
  },
  output_transformer: {
    label: t`Output transformer`,
    hint: t`Changes every answer in chats that have its tags, using a small program.`,
  },
  follow_up: {
    label: t`Follow-up`,
    hint: t`A button below the last answer in chats that have its tags.`,
  },
  automation: { label: t`Automation`, hint: t`A step that other templates can choose and run.` },
});

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
  const flag = promptTypeFlags[type];
  return flag === null || flags[flag];
}
