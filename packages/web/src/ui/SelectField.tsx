import { t } from "@lingui/core/macro";
import { Select, type SelectProps } from "@mantine/core";
import classes from "./SelectField.module.css";

interface SelectFieldProps extends Omit<SelectProps, "value" | "data" | "onChange" | "classNames"> {
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

const searchThreshold = 8;

/** A field that selects one of several values. It is never empty. */
export function SelectField({ choices, onChange, searchable, ...props }: SelectFieldProps) {
  // Long lists are easier to search than to scroll.
  const isSearchable = searchable ?? choices.length > searchThreshold;
  return (
    <Select
      data={removeDuplicates(choices)}
      onChange={(value) => value !== null && onChange(value)}
      allowDeselect={false}
      checkIconPosition="right"
      // Opening on focus would cover what follows when a dialog focuses its first field.
      openOnFocus={false}
      maxDropdownHeight={280}
      searchable={isSearchable}
      // What is typed replaces the name of the present value.
      onFocus={({ currentTarget }) => isSearchable && currentTarget.select()}
      selectFirstOptionOnChange
      nothingFoundMessage={t`No matches`}
      classNames={{
        input: classes.input,
        dropdown: classes.dropdown,
        option: classes.option,
      }}
      {...props}
    />
  );
}

/** Removes all but the first of several choices with the same value, which Mantine rejects. */
export function removeDuplicates<Choice extends { value: string }>(choices: readonly Choice[]): Choice[] {
  const values = new Set<string>();
  return choices.filter(({ value }) => !values.has(value) && values.add(value));
}
