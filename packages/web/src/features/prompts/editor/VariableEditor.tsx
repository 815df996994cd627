import {
  type Variable,
  type VariableOccurrence,
  type VariableOptions,
  type VariableType,
  variableTypes,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getOptionFields } from "../../../entities/prompts/template/optionFields.ts";
import { Details } from "../../../ui/disclosure/Details.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { OptionEditor } from "./OptionEditor.tsx";
import classes from "./PromptEditor.module.css";

interface VariableEditorProps {
  variable: VariableOccurrence;
  isReadOnly: boolean;
  onChange: (variable: Variable) => void;
}

const getTypeLabels = (): Readonly<Record<VariableType, string>> => ({
  text: t`Text`,
  file: t`One file`,
  files: t`Files`,
  boolean: t`Yes or no`,
  options: t`A choice`,
  conversation: t`A chat`,
  template: t`A template`,
  uniqueId: t`A generated ID`,
});

/** Edits the type and the options of a variable. */
export function VariableEditor({ variable, isReadOnly, onChange }: VariableEditorProps) {
  const { name, type, options, problem } = variable;
  const typeLabels = getTypeLabels();
  const setOption = (key: string, value: VariableOptions[string]) => {
    const { [key]: _, ...otherOptions } = options;
    onChange({ name, type, options: value === undefined ? otherOptions : { ...otherOptions, [key]: value } });
  };
  return (
    <Details
      className={classes.variable}
      summaryClassName={classes.summary}
      summary={
        <>
          <span className={classes.variableName}>{name}</span>
          <span className={classes.variableType}>{typeLabels[type]}</span>
        </>
      }
    >
      <div className={classes.options}>
        {problem !== null && <p className={classes.problem}>{t`Its options can’t be read: ${problem}.`}</p>}
        <SelectField
          label={t`Type of value`}
          aria-label={t`Type of value for ${name}`}
          choices={variableTypes.map((value) => ({ value, label: typeLabels[value] }))}
          value={type}
          disabled={isReadOnly}
          onChange={(choice) => {
            const chosenType = variableTypes.find((value) => value === choice);
            if (chosenType) onChange({ name, type: chosenType, options: getApplicableOptions(chosenType, variable) });
          }}
        />
        {getOptionFields(variable).map((field) => (
          <OptionEditor
            key={`${type} ${field.key}`}
            field={field}
            value={options[field.key]}
            isReadOnly={isReadOnly}
            onChange={(value) => setOption(field.key, value)}
          />
        ))}
      </div>
    </Details>
  );
}

/** Returns the options of a variable that also apply to another type. */
function getApplicableOptions(type: VariableType, { name, options }: Variable): VariableOptions {
  const applicableKeys = new Set(getOptionFields({ name, type, options: {} }).map(({ key }) => key));
  // A default value depends on the type.
  return Object.fromEntries(Object.entries(options).filter(([key]) => applicableKeys.has(key) && key !== "default"));
}
