import {
  type Variable,
  type VariableOccurrence,
  type VariableOptions,
  type VariableType,
  variableTypes,
} from "@lectern/contract";
import { NativeSelect } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { optionFields } from "../../../entities/prompts/template/optionFields.ts";
import { OptionEditor } from "./OptionEditor.tsx";
import classes from "./PromptEditor.module.css";

interface VariableEditorProps {
  variable: VariableOccurrence;
  isReadOnly: boolean;
  onChange: (variable: Variable) => void;
}

const typeLabels: Readonly<Record<VariableType, string>> = {
  text: "Text",
  file: "One file",
  files: "Files",
  boolean: "Yes or no",
  options: "A choice",
  conversation: "A conversation",
  template: "A template",
  uniqueId: "A new id, made by itself",
};

/** What kind of thing is filled in for a variable, and how. */
export function VariableEditor({ variable, isReadOnly, onChange }: VariableEditorProps) {
  const { name, type, options, problem } = variable;
  const set = (key: string, value: VariableOptions[string]) => {
    const { [key]: _, ...others } = options;
    onChange({ name, type, options: value === undefined ? others : { ...others, [key]: value } });
  };
  return (
    <details className={classes.variable}>
      <summary className={classes.summary}>
        <IconChevronRight size={14} stroke={1.8} className={classes.chevron} aria-hidden />
        <span className={classes.variableName}>{name}</span>
        <span className={classes.variableType}>{typeLabels[type]}</span>
      </summary>
      <div className={classes.options}>
        {problem !== null && <p className={classes.problem}>Its options cannot be read: {problem}.</p>}
        <NativeSelect
          label="What is filled in"
          aria-label={`What is filled in for ${name}`}
          data={variableTypes.map((value) => ({ value, label: typeLabels[value] }))}
          value={type}
          disabled={isReadOnly}
          classNames={{ input: classes.input }}
          onChange={({ currentTarget }) => {
            const chosen = variableTypes.find((value) => value === currentTarget.value);
            if (chosen) onChange({ name, type: chosen, options: optionsFor(chosen, variable) });
          }}
        />
        {optionFields(variable).map((field) => (
          <OptionEditor
            key={`${type} ${field.key}`}
            field={field}
            value={options[field.key]}
            isReadOnly={isReadOnly}
            onChange={(value) => set(field.key, value)}
          />
        ))}
      </div>
    </details>
  );
}

/** What is set for a variable and says something for another type too. */
function optionsFor(type: VariableType, { name, options }: Variable): VariableOptions {
  const taken = new Set(optionFields({ name, type, options: {} }).map(({ key }) => key));
  // What is filled in at first is another thing for each type.
  return Object.fromEntries(Object.entries(options).filter(([key]) => taken.has(key) && key !== "default"));
}
