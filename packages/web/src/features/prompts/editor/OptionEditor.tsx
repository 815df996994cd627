import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import type { JsonValue } from "@lectern/contract";
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { getInvalidRegexText, isValidRegex } from "../../../entities/prompts/template/findVariableProblems.ts";
import type { OptionField } from "../../../entities/prompts/template/optionFields.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { SelectField } from "../../../ui/SelectField.tsx";
import { formatOption, parseOption, sanitizeInteger } from "./optionValues.ts";
import classes from "./PromptEditor.module.css";

interface OptionEditorProps {
  field: OptionField;
  value: JsonValue | undefined;
  isReadOnly: boolean;
  /** Receives the new value; undefined to unset the option. */
  onChange: (value: JsonValue | undefined) => void;
}

/** The field for one option of a variable. The kind of the option determines the control. */
export function OptionEditor({ field, value, isReadOnly, onChange }: OptionEditorProps) {
  const { kind, label, hint, choices } = field;
  switch (kind) {
    case "boolean":
      return (
        <Checkbox
          label={label}
          checked={value === true}
          disabled={isReadOnly}
          classNames={{ root: classes.check, input: fieldClasses.box }}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? true : undefined)}
        />
      );
    case "options":
      return (
        <SelectField
          label={label}
          choices={choices ?? []}
          value={formatOption(value)}
          disabled={isReadOnly}
          onChange={(choice) => onChange(parseOption("options", choice))}
        />
      );
    case "integer":
    case "decimal":
    case "text":
    case "regex":
    case "list":
      return (
        <OptionText field={{ ...field, kind }} hint={hint} value={value} isReadOnly={isReadOnly} onChange={onChange} />
      );
    default:
      return kind satisfies never;
  }
}

interface OptionTextProps extends OptionEditorProps {
  hint: string | undefined;
}

function OptionText({ field, hint, value, isReadOnly, onChange }: OptionTextProps) {
  const { kind, label } = field;
  const formattedValue = formatOption(value);
  const [typedText, setTypedText] = useState(formattedValue);
  // Show the text as typed, including trailing commas and spaces, as long as it parses to the value in the content.
  const displayedText = formatOption(parseOption(kind, typedText)) === formattedValue ? typedText : formattedValue;
  return (
    <TextInput
      label={label}
      description={hint}
      inputMode={kind === "integer" ? "numeric" : kind === "decimal" ? "decimal" : "text"}
      value={kind === "integer" ? sanitizeInteger(displayedText) : displayedText}
      readOnly={isReadOnly}
      error={
        kind === "regex" && displayedText !== "" && !isValidRegex(displayedText) ? getInvalidRegexText() : undefined
      }
      classNames={{ input: fieldClasses.input }}
      {...(kind === "regex" ? { spellCheck: false } : {})}
      onChange={({ currentTarget }) => {
        const next = kind === "integer" ? sanitizeInteger(currentTarget.value) : currentTarget.value;
        setTypedText(next);
        onChange(parseOption(kind, next));
      }}
    />
  );
}
