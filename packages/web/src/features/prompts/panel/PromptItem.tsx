import type { PromptTemplate, PromptType } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import {
  IconAutomation,
  IconEyeOff,
  IconMessagePlus,
  IconSettingsSpark,
  IconTextPlus,
  IconTransform,
} from "@tabler/icons-react";
import { getPromptTypeTexts } from "../../../entities/prompts/promptTypes.ts";
import { TreeMark } from "../../../ui/tree/TreeMark.tsx";
import panelClasses from "../../../ui/tree/TreePanel.module.css";

const typeIcons = {
  prompt: null,
  root_prompt: IconSettingsSpark,
  prefix_prompt: IconTextPlus,
  output_transformer: IconTransform,
  follow_up: IconMessagePlus,
  automation: IconAutomation,
} as const satisfies Record<PromptType, unknown>;

/** A template in the list: its name, and icons for its type and for hidden templates. */
export function PromptItem({ prompt }: { prompt: PromptTemplate }) {
  const TypeIcon = typeIcons[prompt.type];
  const { label } = getPromptTypeTexts()[prompt.type];
  return (
    <>
      <span className={panelClasses.name} dir="auto">
        {prompt.name}
      </span>
      {TypeIcon && <TreeMark Icon={TypeIcon} size={14} text={`(${label})`} yields />}
      {prompt.data.hidden === true && <TreeMark Icon={IconEyeOff} size={14} text={t`(hidden)`} yields />}
    </>
  );
}
