import "@mantine/core/styles/PasswordInput.css";
import { t } from "@lingui/core/macro";
import { PasswordInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { revealInvisible } from "../../../../entities/chat/steps/revealInvisible.ts";
import fieldClasses from "../../../../ui/fields.module.css";
import type { OpField } from "./parseOpBlock.ts";

interface OpFieldInputsProps {
  field: OpField;
  isReadOnly: boolean;
  onChange: (field: OpField) => void;
}

/** The inputs of a field: one for each of its values. */
export function OpFieldInputs({ field, isReadOnly, onChange }: OpFieldInputsProps) {
  const { isSecret, values } = field;
  const name = revealInvisible(field.name);
  return values.map((value, index) => {
    const number = index + 1;
    return (
      <ValueInput
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a list have nothing but their position
        key={index}
        label={values.length === 1 ? name : t`${name} ${number}`}
        value={value}
        isSecret={isSecret}
        isReadOnly={isReadOnly}
        onChange={(changed) => onChange({ ...field, values: values.with(index, changed) })}
      />
    );
  });
}

interface ValueInputProps {
  label: string;
  value: string;
  isSecret: boolean;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

/** A longer text has several lines, so that all of it is seen. */
const singleLineLength = 60;
/** A field of one line does not show them. */
const lineBreak = /[\r\n]/;

function ValueInput({ label, value, isSecret, isReadOnly, onChange }: ValueInputProps) {
  const [hadValue] = useState(value !== "");
  const [hasLines] = useState(lineBreak.test(value));
  const [isLong] = useState(hasLines || value.length > singleLineLength);
  const props = { label, value, readOnly: isReadOnly, autoComplete: "off" };
  if (isSecret && !hasLines) {
    return (
      <PasswordInput
        {...props}
        autoComplete="new-password"
        // What stands in an answer is no secret, and nobody can approve what they cannot read.
        defaultVisible={hadValue}
        visibilityToggleButtonProps={{ "aria-label": t`Show the value of ${label}` }}
        classNames={{ input: fieldClasses.input ?? "" }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (isLong) {
    return (
      <Textarea
        {...props}
        autosize
        minRows={2}
        maxRows={10}
        classNames={{ input: fieldClasses.input ?? "" }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...props}
      classNames={{ input: fieldClasses.input ?? "" }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
