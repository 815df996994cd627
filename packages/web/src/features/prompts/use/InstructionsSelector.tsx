import type { PromptTemplate } from "@lectern/contract";
import { useId } from "react";
import { toSystemPrompt } from "../../../entities/prompts/use/planStart.ts";
import classes from "./InstructionsSelector.module.css";

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
  const fieldId = useId();
  const selectedRoot = prompt === null ? null : roots.find((root) => toSystemPrompt(root) === prompt.trim());
  const value = prompt === null ? "" : (selectedRoot?.id ?? customValue);
  return (
    <div className={classes.instructions}>
      <label htmlFor={fieldId} className={classes.label}>
        Custom Instructions
      </label>
      <select
        id={fieldId}
        className={classes.select}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => onChoose(roots.find(({ id }) => id === target.value) ?? null)}
      >
        <option value="">Default</option>
        {roots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {value === customValue && <option value={customValue}>As written below</option>}
      </select>
    </div>
  );
}
