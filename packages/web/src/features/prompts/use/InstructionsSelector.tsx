import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { toSystemPrompt } from "../../../entities/prompts/use/planStart.ts";
import { SelectField } from "../../../ui/SelectField.tsx";

interface InstructionsSelectorProps {
  /** The conversation's system prompt; null for the default system prompt. */
  prompt: string | null;
  /** The person's root prompts. */
  roots: readonly PromptTemplate[];
  isDisabled: boolean;
  /** Receives the selected root prompt, or null for the default. */
  onChoose: (root: PromptTemplate | null) => void;
}

const customValue = "own";

/** The selector for custom instructions: the default, or one of the root prompts. */
export function InstructionsSelector({ prompt, roots, isDisabled, onChoose }: InstructionsSelectorProps) {
  const selectedRoot = prompt === null ? null : roots.find((root) => toSystemPrompt(root) === prompt.trim());
  const value = prompt === null ? "" : (selectedRoot?.id ?? customValue);
  const customChoices = value === customValue ? [{ value: customValue, label: t`As written below` }] : [];
  return (
    <SelectField
      label={t`Custom Instructions`}
      description={t`Saved with your prompts. Choosing one replaces the system prompt below.`}
      value={value}
      disabled={isDisabled}
      onChange={(id) => onChoose(roots.find((root) => root.id === id) ?? null)}
      choices={[
        { value: "", label: t({ message: "Default", context: "custom instructions" }) },
        ...roots.map(({ id, name }) => ({ value: id, label: name })),
        ...customChoices,
      ]}
      // Render without a portal: a popover that contains this field closes on clicks outside the popover.
      comboboxProps={{ withinPortal: false }}
    />
  );
}
