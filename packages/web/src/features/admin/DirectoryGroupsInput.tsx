import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { t } from "@lingui/core/macro";
import { MultiSelect } from "@mantine/core";
import fieldClasses from "../../ui/fields.module.css";

interface DirectoryGroupsInputProps {
  label?: string;
  /** Its name, if no label is shown. */
  ariaLabel?: string;
  /** All groups of the directory. */
  names: readonly string[];
  value: readonly string[];
  isDisabled?: boolean;
  onChange: (names: string[]) => void;
}

/** Chooses groups of the directory. */
export function DirectoryGroupsInput(props: DirectoryGroupsInputProps) {
  const { label, ariaLabel, names, value, isDisabled = false, onChange } = props;
  return (
    <MultiSelect
      classNames={{ input: fieldClasses.input ?? "" }}
      label={label}
      aria-label={ariaLabel}
      placeholder={names.length === 0 ? t`There are no Amplify Groups yet` : ""}
      searchable
      disabled={isDisabled}
      data={[...new Set([...names, ...value])]}
      value={[...value]}
      onChange={onChange}
    />
  );
}
