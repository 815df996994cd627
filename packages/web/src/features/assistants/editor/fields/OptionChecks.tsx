import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import { Checkbox } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";
import classes from "../Editor.module.css";

interface OptionCheckProps {
  label: string;
  description?: string | undefined;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

export function OptionCheck({ label, description, isOn, isDisabled = false, onChange }: OptionCheckProps) {
  return (
    <Checkbox
      label={label}
      description={description}
      checked={isOn}
      disabled={isDisabled}
      classNames={{ root: classes.option, input: fieldClasses.box }}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

interface OptionChecksProps<Name extends string> {
  title: string;
  texts: readonly { name: Name; label: string; description?: string }[];
  options: Readonly<Record<Name, boolean>>;
  onChange: (options: Record<Name, boolean>) => void;
}

/** A group of options that are on or off. */
export function OptionChecks<Name extends string>({ title, texts, options, onChange }: OptionChecksProps<Name>) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{title}</legend>
      {texts.map(({ name, label, description }) => (
        <OptionCheck
          key={name}
          label={label}
          description={description}
          isOn={options[name]}
          onChange={(isOn) => onChange({ ...options, [name]: isOn })}
        />
      ))}
    </fieldset>
  );
}
