import { Select, type SelectProps } from "@mantine/core";
import classes from "./SelectField.module.css";

interface SelectFieldProps extends Omit<SelectProps, "value" | "data" | "onChange" | "classNames"> {
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A field that selects one of several values. It is never empty. */
export function SelectField({ choices, onChange, ...props }: SelectFieldProps) {
  return (
    <Select
      data={choices}
      onChange={(value) => value !== null && onChange(value)}
      allowDeselect={false}
      checkIconPosition="right"
      // Opening on focus would cover what follows when a dialog focuses its first field.
      openOnFocus={false}
      maxDropdownHeight={280}
      classNames={{
        input: classes.input,
        dropdown: classes.dropdown,
        option: classes.option,
        description: classes.description,
      }}
      {...props}
    />
  );
}
