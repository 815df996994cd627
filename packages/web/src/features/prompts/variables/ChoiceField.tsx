import { foldText } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { type ComboboxItem, Input, Select } from "@mantine/core";
import { useState } from "react";
import selectClasses from "../../../ui/SelectField.module.css";
import { removeDuplicates } from "../../../ui/SelectField.tsx";
import type { FieldProps } from "./fieldProps.ts";
import classes from "./VariableDialog.module.css";

interface ChoiceFieldProps {
  field: FieldProps;
  /** The id of the selected choice; empty if none is selected. */
  value: string;
  choices: readonly { id: string; name: string }[];
  /** Returns the name as it is shown. The search finds the whole name. */
  formatName?: (name: string) => string;
  /** The text shown if there are no choices. */
  emptyText: string;
  onChange: (id: string) => void;
}

/** With more choices than this, the field is searchable. */
const searchThreshold = 20;
const maxShown = 200;

/** A selector that can be empty. If there are many choices, it finds them by their names. */
export function ChoiceField({ field, value, choices, formatName, emptyText, onChange }: ChoiceFieldProps) {
  const [search, setSearch] = useState("");
  if (choices.length === 0) {
    return (
      <Input.Wrapper label={field.label} withAsterisk={field.withAsterisk} error={field.error}>
        <p className={classes.hint}>{emptyText}</p>
      </Input.Wrapper>
    );
  }
  const isSearchable = choices.length > searchThreshold;
  const names = new Map(choices.map(({ id, name }) => [id, foldText(name)]));
  const findMatches = (text: string) => {
    const searchText = foldText(text.trim());
    return choices.filter(({ id }) => names.get(id)?.includes(searchText)).slice(0, maxShown);
  };
  const toOption = ({ id, name }: { id: string; name: string }): ComboboxItem => ({
    value: id,
    label: formatName ? formatName(name) : name,
  });
  return (
    <Select
      {...field}
      data={removeDuplicates(choices.map(toOption))}
      value={value === "" ? null : value}
      onChange={(id) => onChange(id ?? "")}
      placeholder={t`Choose…`}
      checkIconPosition="right"
      clearable={value !== ""}
      clearButtonProps={{ "aria-label": t`Clear the choice` }}
      openOnFocus={false}
      maxDropdownHeight={280}
      classNames={selectFieldClasses}
      {...(isSearchable
        ? {
            searchable: true,
            selectFirstOptionOnChange: true,
            searchValue: search,
            onSearchChange: setSearch,
            filter: ({ search: text }: { search: string }) => removeDuplicates(findMatches(text).map(toOption)),
            nothingFoundMessage: t`No matches`,
            description:
              choices.length > maxShown
                ? plural(maxShown, {
                    one: "Only the first # choice is shown. Type to find others.",
                    other: "Only the first # choices are shown. Type to find others.",
                  })
                : undefined,
          }
        : {})}
    />
  );
}

const selectFieldClasses = {
  input: selectClasses.input ?? "",
  dropdown: selectClasses.dropdown ?? "",
  option: selectClasses.option ?? "",
};
