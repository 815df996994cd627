import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import type { JsonValue } from "@lectern/contract";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { OptionField } from "../../../entities/prompts/template/optionFields.ts";
import { invalidRegex, isRegex } from "../../../entities/prompts/template/variableProblems.ts";
import { integerText, optionOfText, textOfOption } from "./optionValues.ts";
import classes from "./PromptEditor.module.css";

interface OptionEditorProps {
  field: OptionField;
  value: JsonValue | undefined;
  isReadOnly: boolean;
  /** Undefined: the option is not set. */
  onChange: (value: JsonValue | undefined) => void;
}

/** [A9.18] The field for one option of a variable, by its kind. */
export function OptionEditor({ field, value, isReadOnly, onChange }: OptionEditorProps) {
  const { kind, label, hint, choices } = field;
  switch (kind) {
    case "boolean":
      return (
        <Checkbox
          label={label}
          checked={value === true}
          disabled={isReadOnly}
          classNames={{ root: classes.check, input: classes.box }}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? true : undefined)}
        />
      );
    case "options":
      return (
        <NativeSelect
          label={label}
          data={[...(choices ?? [])]}
          value={textOfOption(value)}
          disabled={isReadOnly}
          classNames={{ input: classes.input }}
          onChange={({ currentTarget }) => onChange(optionOfText("options", currentTarget.value))}
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
  const said = kind === "integer" ? integerText(textOfOption(value)) : textOfOption(value);
  const [typed, setTyped] = useState(said);
  // As it was typed, commas and spaces at the end too, as long as it says what the content says.
  const shown = textOfOption(optionOfText(kind, typed)) === textOfOption(value) ? typed : said;
  return (
    <TextInput
      label={label}
      description={hint}
      inputMode={kind === "integer" ? "numeric" : kind === "decimal" ? "decimal" : "text"}
      value={kind === "integer" ? integerText(shown) : shown}
      readOnly={isReadOnly}
      error={kind === "regex" && shown !== "" && !isRegex(shown) ? invalidRegex : undefined}
      classNames={{ input: classes.input, description: classes.description }}
      {...(kind === "regex" ? { spellCheck: false } : {})}
      onChange={({ currentTarget }) => {
        const next = kind === "integer" ? integerText(currentTarget.value) : currentTarget.value;
        setTyped(next);
        onChange(optionOfText(kind, next));
      }}
    />
  );
}
